import { Trash2 } from 'lucide-react'
import { topmost } from '../lib/item-paths.ts'
import { fetchPart } from '../lib/fetch-part.ts'
import { prefetched } from '../lib/prefetch.ts'
import type { Action } from './action.ts'

const work = prefetched(() => fetchPart(() => import('./removeItems.ts')))

/** Deletes the selection. It offers an undo instead of asking first, unless nothing could bring the items back. */
export const remove: Action = {
  id: 'remove',
  label: 'action.delete',
  icon: Trash2,
  shortcuts: [{ key: 'Delete' }, { key: 'Backspace', mod: true }],
  isDangerous: true,
  isAllowed: (root) => root.session.can('delete'),
  isEnabled: (root) => root.chosen.count > 0 && root.isSelectionMovable,
  async run(root) {
    const items = topmost(root.chosen.items)
    if (!root.keepsVersions && (await root.ui.ask('confirmDelete', { items: [...items] })) === null) return
    await (await work.load()).removeItems(root, items)
  },
}
