import { PencilLine } from 'lucide-react'
import { NAMES_MAX } from '../../../backend/contract/limits.ts'
import type { Action } from './action.ts'
import { askName } from './askName.ts'

/** Renames the selected items: one by its name, several by a rule. */
export const rename: Action = {
  id: 'rename',
  label: 'dialog.rename.action',
  icon: PencilLine,
  shortcuts: [{ key: 'F2' }],
  isAllowed: (root) => root.session.can('rename'),
  isEnabled: ({ chosen, isSelectionMovable }) => chosen.count > 0 && chosen.count <= NAMES_MAX && isSelectionMovable,
  async run(root) {
    const { only, items } = root.chosen
    if (only !== null) await askName(root.ui, 'rename', { item: only })
    else await root.ui.ask('batchRename', { items: [...items] })
  },
}
