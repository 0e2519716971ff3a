import { Undo2 } from 'lucide-react'
import type { RootStore } from '../stores/RootStore.ts'
import { trashOf } from '../stores/TrashStore.ts'
import type { TrashRow } from '../stores/trash/rows.ts'
import type { Action } from './action.ts'
import { restoresOf } from '../stores/RestoreStore.ts'

/**
 * Whether the person may bring a row back to its place: who deleted something may always take that back, older versions
 * need leave to modify.
 */
export const mayRestore = ({ session }: RootStore, { note }: TrashRow): boolean =>
  note.kind === 'replace' ? session.can('modify') : session.can('create') || note.who === session.user?.username

/**
 * What "all" means: in the list what was deleted. That older versions come to the top everywhere at once is nothing
 * that one asks for in passing.
 */
function allOf(root: RootStore): readonly TrashRow[] {
  const { id, sorted } = trashOf(root)
  return id === null ? sorted.filter(({ note }) => note.kind === 'delete') : sorted
}

/** Brings what is selected in the trash back to where it was. */
export const restore: Action = {
  id: 'restore',
  label: 'trash.restore',
  icon: Undo2,
  isAllowed: (root) => trashOf(root).selection.items.every((row) => mayRestore(root, row)),
  isEnabled: (root) => trashOf(root).selection.count > 0,
  run: (root) => restoresOf(root).run(trashOf(root).selection.items),
}

/** Brings back all that was deleted, or all of the folder that is looked into. */
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
