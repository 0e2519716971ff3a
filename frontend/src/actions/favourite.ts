import { Star, StarOff } from 'lucide-react'
import type { RootStore } from '../stores/RootStore.ts'
import type { Action } from './action.ts'

const load = () => import('./favourites.ts')

/** Whether all that is selected are favourites; not, as long as the favourites are not known. */
const areFavourites = ({ chosen, later: { favourites } }: RootStore): boolean =>
  favourites !== undefined && chosen.items.every(({ path }) => favourites.has(path))

/** Makes the selection favourites. */
export const addFavourite: Action = {
  id: 'addFavourite',
  label: 'favourites.add',
  icon: Star,
  isAllowed: () => true,
  isEnabled: (root) => root.chosen.count > 0 && !areFavourites(root),
  run: async (root) => (await load()).addFavourites(root, root.chosen.items),
}

/** The files stay; they are only no favourites any more. */
export const removeFavourite: Action = {
  id: 'removeFavourite',
  label: 'favourites.remove',
  icon: StarOff,
  isAllowed: () => true,
  isEnabled: (root) => root.chosen.count > 0 && areFavourites(root),
  run: async (root) => (await load()).removeFavourites(root, root.chosen.items),
}
