import { ClipboardCopy, Link2 } from 'lucide-react'
import type { RootStore } from '../stores/RootStore.ts'
import type { Action } from './action.ts'

const load = () => import('./copyPlaces.ts')

/** Whether an item is selected, or a folder is shown. */
const hasPlace = ({ chosen, listing }: RootStore): boolean => chosen.count > 0 || listing.state === 'ready'

/** Copies the paths of the selection, or of the current folder, to the system clipboard. */
export const copyPath: Action = {
  id: 'copyPath',
  label: 'action.copyPath',
  icon: ClipboardCopy,
  isAllowed: () => true,
  isEnabled: hasPlace,
  run: async (root) => (await load()).copyPaths(root),
}

/** Copies the link to the selected item, or to the current folder, to the system clipboard. */
export const copyAddress: Action = {
  id: 'copyAddress',
  label: 'action.copyAddress',
  icon: Link2,
  isAllowed: () => true,
  isEnabled: (root) => hasPlace(root) && root.chosen.count < 2,
  run: async (root) => (await load()).copyPageAddress(root),
}
