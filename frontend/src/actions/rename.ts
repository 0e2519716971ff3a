import { PencilLine } from 'lucide-react'
import type { Item } from '../../../backend/contract/resources.ts'
import { childOf, parentOf } from '../lib/paths.ts'
import type { RootStore } from '../stores/RootStore.ts'
import type { Action } from './action.ts'
import { showNew } from './newFolder.ts'

/** Gives the one selected item another name. */
export const rename: Action = {
  id: 'rename',
  label: 'dialog.rename.action',
  icon: PencilLine,
  shortcuts: [{ key: 'F2' }],
  isAllowed: (root) => root.session.can('rename'),
  isEnabled: (root) => root.selection.count === 1 && root.isSelectionMovable,
  async run(root) {
    const item = root.selection.only
    if (item) await root.ui.ask('rename', { item })
  },
}

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
  const operation = await root.api.resources.change(path, { action: 'rename', destination })
  if (operation !== null) await root.operations.wait(operation)
}
