import { Trash2 } from 'lucide-react'
import type { Item } from '../../../backend/contract/resources.ts'
import { messageOf } from '../api/error-message.ts'
import { inParallel } from '../lib/in-parallel.ts'
import { reasonOf } from '../stores/OperationsStore.ts'
import type { RootStore } from '../stores/RootStore.ts'
import type { Action } from './action.ts'

const AT_ONCE = 4

/** Deletes the selection. Undo instead of a question, but where nothing can bring it back. */
export const remove: Action = {
  id: 'remove',
  label: 'action.delete',
  icon: Trash2,
  shortcuts: [{ key: 'Delete' }, { key: 'Backspace', mod: true }],
  isDangerous: true,
  isAllowed: (root) => root.session.can('delete'),
  isEnabled: (root) => root.selection.count > 0 && root.isSelectionMovable,
  async run(root) {
    const items = root.selection.items
    const hasTrash = root.settings.RetentionDays >= 0
    if (!hasTrash && (await root.ui.ask('confirmDelete', { items: [...items] })) === null) return
    await removeItems(root, items)
  },
}

/** Deletes items and says so, with the undo where there is one. */
export async function removeItems(root: RootStore, items: readonly Item[]): Promise<void> {
  const { listing, operations, toasts, api } = root
  const paths = items.map(({ path }) => path)
  listing.hide(paths)
  const [one] = items
  if (one === undefined) return
  const work = operations.begin({ kind: 'delete', count: items.length, name: one.name, folder: '', isDir: one.isDir })
  const notes: string[] = []
  const gone: Item[] = []
  await inParallel(items, AT_ONCE, async (item) => {
    try {
      if (work.isCancelled) return
      const note = await api.resources.remove(item.path, work.id)
      if (note !== null) notes.push(note)
      gone.push(item)
      work.finish('done')
    } catch (error) {
      work.finish(reasonOf(error))
      toasts.show({
        kind: 'bad',
        message: { key: 'remove.failed', values: { name: item.name, reason: messageOf(error) } },
      })
    }
  })
  operations.end(work)
  // A big folder is gone for all at once; its end comes later.
  if (gone.some(({ isDir }) => isDir)) void operations.refresh()
  listing.unhide(
    paths,
    gone.map(({ path }) => path),
  )
  const [first] = gone
  if (first !== undefined) {
    const values = { count: gone.length, name: first.name }
    // Without a note there is no trash to bring it back from.
    if (notes.length === 0) toasts.success({ key: 'remove.done', values })
    else {
      const undo = { label: 'toast.undo', run: () => restore(root, notes) } as const
      toasts.success({ key: 'remove.trashed', values }, undo)
    }
  }
  await Promise.all([listing.refresh(), root.usage.refresh()])
}

async function restore(
  { api, listing, operations, toasts, trash, usage }: RootStore,
  notes: readonly string[],
): Promise<void> {
  const toast = toasts.show({ kind: 'busy', message: { key: 'toast.undoing' } })
  try {
    // What was deleted in one go is mostly one note.
    let count = 0
    await inParallel([...new Set(notes)], AT_ONCE, async (note) => {
      const { operation, left } = await api.trash.restore(note)
      count += operation === null ? left : (await operations.wait(operation)).left
    })
    if (count > 0) toasts.replace(toast, { kind: 'bad', message: { key: 'trash.partly', values: { count } } })
    else toasts.replace(toast, { kind: 'good', message: { key: 'toast.undone' } })
  } catch (error) {
    toasts.replace(toast, { kind: 'bad', message: messageOf(error) })
  }
  await Promise.all([listing.refresh(), trash.refresh(), usage.refresh()])
}
