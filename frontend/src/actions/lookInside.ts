import { FolderOpen } from 'lucide-react'
import { trashUrl } from '../lib/paths.ts'
import type { RootStore } from '../stores/RootStore.ts'
import { trashOf } from '../stores/TrashStore.ts'
import type { TrashRow } from '../stores/trash/rows.ts'
import type { Action } from './action.ts'

/** Opens the one selected folder of the trash. */
export const lookInside: Action = {
  id: 'lookInside',
  label: 'action.open',
  icon: FolderOpen,
  shortcuts: [{ key: 'Enter' }],
  isAllowed: () => true,
  isEnabled: (root) => trashOf(root).selection.only?.isDir === true,
  run(root) {
    const row = trashOf(root).selection.only
    if (row) enter(root, row)
  },
}

/** Opens a folder of the trash. A file in the trash cannot be opened. */
export function enter(root: RootStore, { note, below, isDir }: TrashRow): void {
  if (isDir) root.navigate(trashUrl(note.id, below))
}
