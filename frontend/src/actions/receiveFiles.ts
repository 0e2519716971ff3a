// Files that another app, or the system, hands to the page: the person says where they go.
import { ApiError } from '../api/http.ts'
import { dropCopy, sweepCopies } from '../lib/file-copies.ts'
import { filesUrl } from '../lib/paths.ts'
import type { FileEntry } from '../lib/upload-entries.ts'
import type { RootStore } from '../stores/RootStore.ts'
import { unfinished } from '../stores/uploads/when-needed.ts'

/** Asks where what the service worker has received goes, in one page at a time. It waits for that over a crash. */
export async function receiveWaiting(root: RootStore): Promise<void> {
  await navigator.locks?.request('nido-received', { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    const inUse = new Set((await unfinished.listAll()).map(({ handle }) => handle?.top.name))
    await receiveFiles(root, await sweepCopies(`${root.settings.BaseURL}/`, (folder) => inUse.has(folder)))
  })
}

/** Uploads files where the person says, or imports what they name; then that folder is shown. */
export async function receiveFiles(root: RootStore, entries: readonly FileEntry[]): Promise<void> {
  if (entries.length === 0) return
  if (!root.session.can('create')) {
    root.toasts.error(new ApiError(403, 'forbidden', '403 Forbidden'))
  } else {
    const items = entries.map(({ file: { name } }) => ({ path: `/${name}`, name, isDir: false }))
    const folder = await root.ui.ask('chooseFolder', { kind: 'receive', items })
    if (folder !== null) {
      root.navigate(filesUrl(folder, true))
      await root.uploads.bring(entries, folder)
    }
  }
  // Jobs remove their own when they are done.
  const { active, waiting } = root.uploads.queue
  const kept = new Set([...active, ...waiting].map(({ handle }) => handle))
  await Promise.all(entries.filter(({ handle }) => !kept.has(handle)).map(dropCopy))
}
