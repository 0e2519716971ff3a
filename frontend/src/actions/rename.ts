import { PencilLine } from 'lucide-react'
import type { Item } from '../../../backend/contract/resources.ts'
import { messageOf } from '../api/error-message.ts'
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

/** Renames in place and offers to undo it. @throws ApiError `conflict` where the name is taken */
export async function renameItem(root: RootStore, item: Item, name: string): Promise<void> {
  const folder = parentOf(item.path)
  await change(root, item.path, childOf(folder, name))
  root.toasts.success(
    { key: 'dialog.rename.done', values: { name } },
    { label: 'toast.undo', run: () => renameBack(root, item, name) },
  )
  await showNew(root, folder, name)
}

async function renameBack(root: RootStore, item: Item, name: string): Promise<void> {
  const toast = root.toasts.show({ kind: 'busy', message: { key: 'toast.undoing' } })
  try {
    await change(root, childOf(parentOf(item.path), name), item.path)
    root.toasts.replace(toast, { kind: 'good', message: { key: 'toast.undone' } })
  } catch (error) {
    root.toasts.replace(toast, { kind: 'bad', message: messageOf(error) })
  }
  await showNew(root, parentOf(item.path), item.name)
}

async function change(root: RootStore, path: string, destination: string): Promise<void> {
  const operation = await root.api.resources.change(path, { action: 'rename', destination })
  if (operation !== null) await root.operations.wait(operation)
}
