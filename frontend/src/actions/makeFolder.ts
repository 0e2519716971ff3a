// Creates folders. Fetched with the dialog that asks for the name.
import { childOf } from '../lib/paths.ts'
import type { RootStore } from '../stores/RootStore.ts'

/**
 * Creates a folder, and selects it if its parent is shown. Returns its path.
 * @throws ApiError
 */
export async function makeFolder(root: RootStore, folder: string, name: string): Promise<string> {
  const path = childOf(folder, name)
  await root.api.resources.makeFolder(path)
  await showNew(root, folder, name)
  return path
}

/** Shows and selects an item that was just created or renamed. */
export async function showNew(root: RootStore, folder: string, name: string): Promise<void> {
  const { listing, later, selection } = root
  if (listing.folder === folder) selection.reveal(name)
  await Promise.all([listing.folder === folder ? listing.refresh() : null, later.search?.refresh()])
}
