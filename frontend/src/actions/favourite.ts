import { Star, StarOff } from 'lucide-react'
import type { RootStore } from '../stores/RootStore.ts'
import type { Action } from './action.ts'

const load = () => import('./favourites.ts')

/** Whether all selected items are favourites. False until the favourites are known. */
const areFavourites = ({ chosen, later: { favourites } }: RootStore): boolean =>
  favourites !== undefined && chosen.items.every(({ path }) => favourites.has(path))

/** Adds the selected items to the favourites. */
export const addFavourite: Action = {
  id: 'addFavourite',
  label: 'favourites.add',
  icon: Star,
  isAllowed: () => true,
  isEnabled: (root) => root.chosen.count > 0 && !areFavourites(root),
  run: async (root) => (await load()).addFavourites(root, root.chosen.items),
}

/** Removes the selected items from the favourites. The files themselves stay. */
export const removeFavourite: Action = {
  id: 'removeFavourite',
  label: 'favourites.remove',
  icon: StarOff,
  isAllowed: () => true,
  isEnabled: (root) => root.chosen.count > 0 && areFavourites(root),
  run: async (root) => (await load()).removeFavourites(root, root.chosen.items),
}
