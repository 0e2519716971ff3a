import { CopyPlus } from 'lucide-react'
import { parentOf } from '../lib/paths.ts'
import { topmost } from '../lib/item-paths.ts'
import type { Action } from './action.ts'

/** Copies the selected items into their own folder, under the next free names. */
export const duplicate: Action = {
  id: 'duplicate',
  label: 'action.duplicate',
  icon: CopyPlus,
  shortcuts: [{ key: 'd', mod: true }],
  isAllowed: (root) => root.session.can('create'),
  isEnabled: (root) => root.chosen.count > 0,
  async run({ chosen, transfers }) {
    const byFolder = Map.groupBy(topmost(chosen.items), ({ path }) => parentOf(path))
    for (const [destination, items] of byFolder) await transfers.run({ kind: 'copy', items, destination })
  },
}
