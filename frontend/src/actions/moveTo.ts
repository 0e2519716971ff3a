import { FolderInput } from 'lucide-react'
import { topmost } from '../lib/item-paths.ts'
import type { Action } from './action.ts'

/** Moves the selection to a folder that the person chooses. */
export const moveTo: Action = {
  id: 'moveTo',
  label: 'dialog.folder.moveAction',
  icon: FolderInput,
  isAllowed: (root) => root.session.can('rename'),
  isEnabled: (root) => root.chosen.count > 0 && root.isSelectionMovable,
  async run(root) {
    const items = topmost(root.chosen.items)
    const destination = await root.ui.ask('chooseFolder', { kind: 'move', items })
    if (destination !== null) await root.transfers.run({ kind: 'move', items, destination })
  },
}
