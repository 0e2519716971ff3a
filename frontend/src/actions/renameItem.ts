// Renames an item. Fetched with the dialog that asks for the name.
import type { Item } from '../../../backend/contract/resources.ts'
import { childOf, parentOf } from '../lib/paths.ts'
import { carryOut } from '../stores/operations/carry-out.ts'
import type { RootStore } from '../stores/RootStore.ts'
import { showNew } from './makeFolder.ts'

/** Renames in place and offers an undo. @throws ApiError `conflict` if the name is taken */
export async function renameItem(root: RootStore, item: Item, name: string): Promise<void> {
  const folder = parentOf(item.path)
  await change(root, item.path, childOf(folder, name))
  root.toasts.undoable(
    { key: 'dialog.rename.done', values: { name } },
    {
      run: () => change(root, childOf(folder, name), item.path),
      after: () => showNew(root, folder, item.name),
    },
  )
  await showNew(root, folder, name)
}

async function change(root: RootStore, path: string, destination: string): Promise<undefined> {
  await carryOut(root, { path, action: 'rename', destination })
}
