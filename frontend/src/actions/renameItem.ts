// Renames an item. Fetched with the dialog that asks for the name.
import type { Item } from '../../../backend/contract/resources.ts'
import { childOf, parentOf } from '../lib/paths.ts'
import { bringBack, carryOut } from '../stores/operations/carry-out.ts'
import type { RootStore } from '../stores/RootStore.ts'
import { showNew } from './makeFolder.ts'

/** Renames in place and offers an undo. @throws ApiError `conflict` if the name is taken */
export async function renameItem(root: RootStore, item: Item, name: string): Promise<void> {
  const folder = parentOf(item.path)
  const [from, to] = [item.path, childOf(folder, name)]
  const operation = await carryOut(root, { path: from, action: 'rename', destination: to })
  root.toasts.undoable(
    { key: 'dialog.rename.done', values: { name } },
    {
      run: async () => {
        await bringBack(root, { from, to, operation })
        return undefined
      },
      after: () => showNew(root, folder, item.name),
    },
  )
  await showNew(root, folder, name)
}
