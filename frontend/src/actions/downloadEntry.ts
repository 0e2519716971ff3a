import { Download } from 'lucide-react'
import { type ArchiveRow, archiveOf } from '../stores/ArchiveStore.ts'
import { saveUrl } from '../lib/save-url.ts'
import type { RootStore } from '../stores/RootStore.ts'
import type { Action } from './action.ts'

/** The open file of an archive, or else the selected one; null if it cannot be downloaded. */
function wanted(root: RootStore): ArchiveRow | null {
  const { openFile, selection } = archiveOf(root)
  const row = openFile ?? selection.only
  return row === null || row.isDir || row.trouble !== null ? null : row
}

/** Downloads a file of an archive. */
export const downloadEntry: Action = {
  id: 'downloadEntry',
  label: 'action.download',
  icon: Download,
  shortcuts: [{ key: 's', mod: true }],
  isAllowed: (root) => root.session.can('download'),
  isEnabled: (root) => wanted(root) !== null,
  run(root) {
    const { path, api } = archiveOf(root)
    const row = wanted(root)
    if (path !== null && row !== null) saveUrl(api.entryUrl(path, row.path))
  },
}
