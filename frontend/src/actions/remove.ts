import { Trash2 } from 'lucide-react'
import type { Item } from '../../../backend/contract/resources.ts'
import { topmost } from '../lib/item-paths.ts'
import { fetchPart } from '../lib/fetch-part.ts'
import { prefetched } from '../lib/prefetch.ts'
import type { RootStore } from '../stores/RootStore.ts'
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
  run: async (root) => void (await deleteItems(root, topmost(root.chosen.items))),
}

/** Deletes items as `remove` does. Answers the paths of those that are gone: none if it was cancelled. */
export const deleteItems = async (root: RootStore, items: readonly Item[]): Promise<string[]> =>
  (await work.load()).removeItems(root, items)
