// Commands of the lists of places, where selected items may be in different folders.
import { Folder, FolderOpen, ListX, StarOff, X } from 'lucide-react'
import { createPlacesApi } from '../api/places.ts'
import { filesUrl, parentOf } from '../lib/paths.ts'
import { itemUrl } from '../lib/item-paths.ts'
import {
  changedOf,
  favouritesOf,
  largestOf,
  oldestOf,
  openedOf,
  type PlaceListStore,
} from '../stores/PlaceListStore.ts'
import type { RootStore } from '../stores/RootStore.ts'
import type { Action } from './action.ts'
import { clearSelection } from './clearSelection.ts'
import { removeFavourites } from './favourites.ts'
import type { ScreenCommands } from './menus.ts'
import { deleteItems, remove } from './remove.ts'
import { selectAll } from './selectAll.ts'
import { undo } from './undo.ts'

type ListOf = (root: RootStore) => PlaceListStore

/** Opens the selected place: a folder in the listing, a file above its folder. */
const openPlace = (listOf: ListOf): Action => ({
  id: 'openPlace',
  label: 'action.open',
  icon: FolderOpen,
  shortcuts: [{ key: 'Enter' }],
  isAllowed: () => true,
  isEnabled: (root) => (listOf(root).selection.only?.item ?? null) !== null,
  run(root) {
    const place = listOf(root).selection.only
    if (place) root.navigate(itemUrl(place))
  },
})

/** Shows the selected place in its folder. If it no longer exists, the folder that it was in is opened. */
const showInFolder = (listOf: ListOf): Action => ({
  id: 'showPlaceInFolder',
  label: 'places.showInFolder',
  icon: Folder,
  shortcuts: [{ key: 'Enter', mod: true }],
  isAllowed: () => true,
  isEnabled: (root) => listOf(root).selection.only !== null,
  run(root) {
    const place = listOf(root).selection.only
    if (!place) return
    root.navigate(filesUrl(parentOf(place.path), true))
    root.selection.await(place.name)
  },
})

/** Removes the selected places from the favourites. */
const removeFromFavourites: Action = {
  id: 'removeFromFavourites',
  label: 'favourites.remove',
  icon: StarOff,
  shortcuts: [{ key: 'Delete' }],
  isAllowed: () => true,
  isEnabled: (root) => favouritesOf(root).selection.count > 0,
  run: (root) => removeFavourites(root, favouritesOf(root).selection.items),
}

/** Removes the selected places from the recently opened ones. */
const forgetOpened: Action = {
  id: 'forgetOpened',
  label: 'recent.forget',
  icon: X,
  shortcuts: [{ key: 'Delete' }],
  isAllowed: () => true,
  isEnabled: (root) => openedOf(root).selection.count > 0,
  run: (root) => openedOf(root).remove(openedOf(root).selection.items.map(({ path }) => path)),
}

/** Clears the list of recently opened places. */
export const forgetAllOpened: Action = {
  id: 'forgetAllOpened',
  label: 'recent.forgetAll',
  icon: ListX,
  isAllowed: () => true,
  isEnabled: (root) => openedOf(root).sorted.length > 0,
  async run(root) {
    await createPlacesApi(root.api.http).forgetAllOpened()
    await openedOf(root).load()
  },
}

/** Deletes the selected files, with an undo if there is a trash. */
const removeFiles = (listOf: ListOf): Action => ({
  ...remove,
  isEnabled: (root) => listOf(root).selection.count > 0,
  async run(root) {
    await deleteItems(
      root,
      listOf(root).selection.items.flatMap(({ item }) => item ?? []),
    )
    await listOf(root).refresh()
  },
})

function commandsOf(listOf: ListOf, removal: readonly Action[], ground: readonly Action[] = []): ScreenCommands {
  const [open, show] = [openPlace(listOf), showInFolder(listOf)]
  return {
    keys: [open, show, ...removal, undo, selectAll, clearSelection],
    bar: [open, show, ...removal],
    rowMenu: [[open, show], removal],
    groundMenu: [[selectAll], ground],
  }
}

export const FAVOURITES_COMMANDS = commandsOf(favouritesOf, [removeFromFavourites])
export const OPENED_COMMANDS = commandsOf(openedOf, [forgetOpened], [forgetAllOpened])
export const CHANGED_COMMANDS = commandsOf(changedOf, [])
export const LARGEST_COMMANDS = commandsOf(largestOf, [removeFiles(largestOf)])
export const OLDEST_COMMANDS = commandsOf(oldestOf, [removeFiles(oldestOf)])
