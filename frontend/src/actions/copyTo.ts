import { CopyPlus } from 'lucide-react'
import { topmost } from '../lib/item-paths.ts'
import type { Action } from './action.ts'

/** Copies the selection to a folder that the person chooses. In the same folder the copies get other names. */
export const copyTo: Action = {
  id: 'copyTo',
  label: 'dialog.folder.copyAction',
  icon: CopyPlus,
  isAllowed: (root) => root.session.can('create'),
  isEnabled: (root) => root.chosen.count > 0,
  async run(root) {
    const items = topmost(root.chosen.items)
    const destination = await root.ui.ask('chooseFolder', { kind: 'copy', items })
    if (destination !== null) await root.transfers.run({ kind: 'copy', items, destination })
  },
}
