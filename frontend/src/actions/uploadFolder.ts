import { FolderUp } from 'lucide-react'
import { pickFolder } from '../lib/pick-files.ts'
import type { Action } from './action.ts'

/** Uploads a whole folder that the person chooses into the current one. */
export const uploadFolder: Action = {
  id: 'uploadFolder',
  label: 'upload.folder',
  icon: FolderUp,
  isAllowed: (root) => root.session.can('create'),
  isEnabled: (root) => root.listing.state === 'ready' && 'webkitdirectory' in HTMLInputElement.prototype,
  async run({ listing, uploads }) {
    const { folder } = listing
    await uploads.bring(await pickFolder(), folder)
  },
}
