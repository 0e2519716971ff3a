import { FilePlus } from 'lucide-react'
import type { Action } from './action.ts'
import { askName } from './askName.ts'

/** Makes an empty file in the current folder. */
export const newFile: Action = {
  id: 'newFile',
  label: 'dialog.newFile.action',
  icon: FilePlus,
  isAllowed: (root) => root.session.can('create'),
  isEnabled: (root) => root.listing.state === 'ready',
  async run(root) {
    await askName(root.ui, 'newFile', { folder: root.listing.folder })
  },
}
