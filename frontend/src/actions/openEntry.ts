import { FolderOpen } from 'lucide-react'
import { archivePageUrl } from '../lib/item-paths.ts'
import { type ArchiveRow, archiveOf } from '../stores/ArchiveStore.ts'
import type { RootStore } from '../stores/RootStore.ts'
import type { Action } from './action.ts'

/** Opens the selected entry of an archive. */
export const openEntry: Action = {
  id: 'openEntry',
  label: 'action.open',
  icon: FolderOpen,
  shortcuts: [{ key: 'Enter' }],
  isAllowed: () => true,
  isEnabled: (root) => archiveOf(root).selection.only !== null,
  run(root) {
    const row = archiveOf(root).selection.only
    if (row) showEntry(root, row)
  },
}

/** Opens a folder of an archive, or shows a file of it. */
export function showEntry(root: RootStore, { path: entry, isDir }: ArchiveRow): void {
  const { path, folder } = archiveOf(root)
  if (path !== null) root.navigate(archivePageUrl(path, isDir ? { folder: entry } : { folder, file: entry }))
}
