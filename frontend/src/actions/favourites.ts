// Adds and removes favourites. Fetched when it is first used.
import type { Item } from '../../../backend/contract/resources.ts'
import { createPlacesApi } from '../api/places.ts'
import { favouritesOf } from '../stores/PlaceListStore.ts'
import type { RootStore } from '../stores/RootStore.ts'

type Named = Pick<Item, 'path' | 'name'>

/** @throws ApiError `tooMany` if the person has the most favourites allowed */
export async function addFavourites(root: RootStore, items: readonly Named[]): Promise<void> {
  try {
    await add(root, items)
  } finally {
    await favouritesOf(root).load()
  }
  root.toasts.success({ key: 'favourites.added', values: wordsOf(items) })
}

async function add(root: RootStore, items: readonly Named[]): Promise<undefined> {
  const { addFavourite } = createPlacesApi(root.api.http)
  for (const { path } of items) await addFavourite(path)
}

/**
 * Removes favourites and offers to undo it, except for files that no longer exist.
 * @throws ApiError
 */
export async function removeFavourites(root: RootStore, items: readonly Named[]): Promise<void> {
  const favourites = favouritesOf(root)
  const isGone = ({ path }: Named) => favourites.sorted.some((row) => row.path === path && row.item === null)
  const canUndo = !items.some(isGone)
  await favourites.remove(items.map(({ path }) => path))
  const message = { key: 'favourites.removed', values: wordsOf(items) } as const
  if (!canUndo) root.toasts.success(message)
  else root.toasts.undoable(message, { run: () => add(root, items), after: () => favourites.load() })
}

const wordsOf = (items: readonly Named[]) => ({ count: items.length, name: items[0]?.name ?? '' })
