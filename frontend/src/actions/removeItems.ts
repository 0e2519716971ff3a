import type { Item } from '../../../backend/contract/resources.ts'
import { messageOf } from '../api/error-message.ts'
import { runAll } from '../stores/operations/run-all.ts'
import type { RootStore } from '../stores/RootStore.ts'

const AT_ONCE = 4
/** People need a moment to notice that they have deleted the wrong thing. */
const TRASHED_LIFE_MS = 10_000

/**
 * Deletes items and says so, with an undo if possible; otherwise it asks first. Answers the paths of those that are
 * gone.
 */
export async function removeItems(root: RootStore, items: readonly Item[]): Promise<string[]> {
  if (!root.keepsVersions && (await root.ui.ask('confirmDelete', { items: [...items] })) === null) return []
  const gone = removeAndTell(root, items)
  await root.toasts.during(gone)
  await Promise.all([root.listing.refresh(), root.later.search?.refresh(), root.usage.refresh()])
  return gone
}

async function removeAndTell(root: RootStore, items: readonly Item[]): Promise<string[]> {
  const { listing, later, operations, toasts, tray, api } = root
  const paths = items.map(({ path }) => path)
  listing.hide(paths)
  const [one] = items
  if (one === undefined) return []
  const gone = await runAll(tray, {
    start: { kind: 'delete', count: items.length, name: one.name, folder: '', isDir: one.isDir },
    items,
    atOnce: AT_ONCE,
    run: async (item, work) => ({ item, note: await api.resources.remove(item.path, work.id) }),
    onFailed: ({ name }, error) =>
      toasts.show({ kind: 'bad', message: { key: 'remove.failed', values: { name, reason: messageOf(error) } } }),
  })
  // A large folder disappears for everybody at once, but its delete ends later.
  if (gone.some(({ item }) => item.isDir)) void operations.refresh()
  const over = gone.map(({ item }) => item.path)
  later.search?.drop(over)
  listing.unhide(paths, over)
  tell(root, gone)
  return over
}

function tell(root: RootStore, gone: readonly { item: Item; note: string | null }[]): void {
  const { toasts, listing, usage, later } = root
  const [first] = gone
  if (first === undefined) return
  const values = { count: gone.length, name: first.item.name }
  // Items deleted together usually share one note. Without a note there is no trash to restore them from.
  const notes = new Set(gone.flatMap(({ note }) => note ?? []))
  if (notes.size === 0) toasts.success({ key: 'remove.done', values })
  else
    toasts.undoable(
      { key: 'remove.trashed', values },
      {
        run: async () => (await import('./restoreNotes.ts')).restoreNotes(root, notes),
        after: () => Promise.all([listing.refresh(), later.search?.refresh(), later.trash?.refresh(), usage.refresh()]),
      },
      TRASHED_LIFE_MS,
    )
}
