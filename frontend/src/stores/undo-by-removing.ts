// Undoes a change that has added items, by deleting them, unless somebody has changed them since. Fetched when there is
// something to undo.
import { isFolderResource } from '../../../backend/contract/resource-kinds.ts'
import { ApiError } from '../api/http.ts'
import { parentOf } from '../lib/paths.ts'
import type { RootStore } from './RootStore.ts'
import type { Undo } from './ToastStore.ts'

/** Items in more folders than this cannot be undone, because every folder would have to be fetched. */
const FOLDERS_MAX = 8

/** The state of files and folders by their paths. It differs after each change of their content. */
export type ItemStates = ReadonlyMap<string, string>

/**
 * The state of what is at these paths; null if they are in too many folders.
 * @throws ApiError
 */
export async function statesOf({ api }: RootStore, paths: readonly string[]): Promise<ItemStates | null> {
  const folders = new Set(paths.map(parentOf))
  if (folders.size > FOLDERS_MAX) return null
  const wanted = new Set(paths)
  const states = new Map<string, string>()
  for (const folder of folders) {
    const resource = await nullIfNotFound(api.resources.get(folder))
    for (const { path, isDir, size, modified } of resource && isFolderResource(resource) ? resource.items : [])
      if (wanted.has(path)) states.set(path, `${isDir} ${size} ${modified}`)
  }
  return states
}

/** The undo for items that were just added at these paths; null if their state is unknown. */
export async function undoByRemoving(root: RootStore, paths: readonly string[]): Promise<Undo | null> {
  const { api, listing, usage, later, session, keepsVersions } = root
  if (!session.can('delete') || !keepsVersions) return null
  const made = await statesOf(root, paths).catch(() => null)
  if (made === null || made.size < paths.length) return null
  return {
    async run() {
      const now = await statesOf(root, paths)
      if (paths.some((path) => now?.get(path) !== made.get(path)))
        throw new ApiError(409, 'conflict', 'it was changed since')
      for (const path of paths) await api.resources.remove(path)
      return undefined
    },
    after: () => Promise.all([listing.refresh(), later.trash?.refresh(), usage.refresh()]),
  }
}

async function nullIfNotFound<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError && error.code === 'notFound') return null
    throw error
  }
}
