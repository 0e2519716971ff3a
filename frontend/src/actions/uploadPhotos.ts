import { Images } from 'lucide-react'
import { copyFiles } from '../lib/file-copies.ts'
import { pickPhotos } from '../lib/pick-files.ts'
import type { UploadEntry } from '../lib/upload-entries.ts'
import type { RootStore } from '../stores/RootStore.ts'
import type { Action } from './action.ts'
import { uploadFiles } from './uploadFiles.ts'

/**
 * Uploads photos and videos of a phone into the current folder. They are copied first, so that they go on by themselves
 * after the phone has closed the page.
 */
export const uploadPhotos: Action = {
  ...uploadFiles,
  id: 'uploadPhotos',
  label: 'upload.photos',
  icon: Images,
  shortcuts: [],
  async run(root) {
    const { folder } = root.listing
    await root.uploads.bring(await copyOf(root, await pickPhotos()), folder)
  },
}

/** Without room for copies they are uploaded all the same, and the person is told what that means. */
async function copyOf(root: RootStore, entries: readonly UploadEntry[]): Promise<readonly UploadEntry[]> {
  try {
    return await copyFiles(`${root.settings.BaseURL}/`, entries)
  } catch (error) {
    if ((error as DOMException).name === 'QuotaExceededError')
      root.toasts.show({ kind: 'bad', message: { key: 'upload.noCopies' } })
    return entries
  }
}
