import { FolderPlus } from 'lucide-react'
import type { Action } from './action.ts'
import { askName } from './askName.ts'

/** Makes a folder in the current one. */
export const newFolder: Action = {
  id: 'newFolder',
  label: 'dialog.newFolder.action',
  icon: FolderPlus,
  shortcuts: [{ key: 'n', alt: true, shift: true }],
  isAllowed: (root) => root.session.can('create'),
  isEnabled: (root) => root.listing.state === 'ready',
  async run(root) {
    await askName(root.ui, 'newFolder', { folder: root.listing.folder })
  },
}
