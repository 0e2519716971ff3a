import { Undo2 } from 'lucide-react'
import type { RootStore } from '../stores/RootStore.ts'
import { trashOf } from '../stores/TrashStore.ts'
import type { TrashRow } from '../stores/trash/rows.ts'
import type { Action } from './action.ts'
import { restoresOf } from '../stores/RestoreStore.ts'

/**
 * Whether the person may restore a row to its place. People may always restore what they deleted themselves; older
 * versions need the permission to modify.
 */
export const mayRestore = ({ session }: RootStore, { note }: TrashRow): boolean =>
  note.kind === 'replace' ? session.can('modify') : session.can('create') || note.who === session.user?.username

/**
 * The rows that "all" means. In the list it means only deleted items: nobody would casually ask to restore older
 * versions everywhere.
 */
function allOf(root: RootStore): readonly TrashRow[] {
  const { id, sorted } = trashOf(root)
  return id === null ? sorted.filter(({ note }) => note.kind === 'delete') : sorted
}

/** Restores the selection in the trash to where it was. */
export const restore: Action = {
  id: 'restore',
  label: 'trash.restore',
  icon: Undo2,
  isAllowed: (root) => trashOf(root).selection.items.every((row) => mayRestore(root, row)),
  isEnabled: (root) => trashOf(root).selection.count > 0,
  run: (root) => restoresOf(root).run(trashOf(root).selection.items),
}

/** Restores everything that was deleted, or everything in the open folder of the trash. */
export const restoreAll: Action = {
  id: 'restoreAll',
  label: 'trash.restoreAll',
  icon: Undo2,
  isAllowed: (root) => allOf(root).every((row) => mayRestore(root, row)),
  isEnabled: (root) => trashOf(root).state === 'ready' && allOf(root).length > 0,
  async run(root) {
    await trashOf(root).showAll()
    await restoresOf(root).run(allOf(root))
  },
}
