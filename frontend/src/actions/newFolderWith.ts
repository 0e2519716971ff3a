import { FolderPlus } from 'lucide-react'
import type { Action } from './action.ts'
import { askName } from './askName.ts'

/** Creates a folder beside the selected items, and moves them into it. */
export const newFolderWith: Action = {
  id: 'newFolderWith',
  label: 'action.newFolderWith',
  icon: FolderPlus,
  isAllowed: ({ session }) => session.can('create') && session.can('rename'),
  isEnabled: (root) => root.chosen.count > 0 && root.screen.items === null && root.isSelectionMovable,
  async run({ chosen, listing, transfers, ui }) {
    const items = [...chosen.items]
    const destination = await askName(ui, 'newFolder', { folder: listing.folder })
    if (destination !== null) await transfers.run({ kind: 'move', items, destination, isNewFolder: true })
  },
}
