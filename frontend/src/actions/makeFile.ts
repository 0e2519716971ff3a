import { childOf } from '../lib/paths.ts'
import type { RootStore } from '../stores/RootStore.ts'
import { edit, editFile } from './edit.ts'
import { showNew } from './makeFolder.ts'

/**
 * Creates an empty file and selects it. If the person may change it, it opens in the editor.
 * @throws ApiError `conflict` if the name is taken
 */
export async function makeFile(root: RootStore, folder: string, name: string): Promise<void> {
  const path = childOf(folder, name)
  await root.api.resources.create(path, '')
  await showNew(root, folder, name)
  if (edit.isAllowed(root) && root.listing.folder === folder) editFile(root, path)
}
