import { FolderPlus } from 'lucide-react'
import { childOf } from '../lib/paths.ts'
import type { RootStore } from '../stores/RootStore.ts'
import type { Action } from './action.ts'

/** Makes a folder in the current one. */
export const newFolder: Action = {
  id: 'newFolder',
  label: 'dialog.newFolder.action',
  icon: FolderPlus,
  shortcuts: [{ key: 'n', alt: true, shift: true }],
  isAllowed: (root) => root.session.can('create'),
  isEnabled: (root) => root.listing.state === 'ready',
  async run(root) {
    await root.ui.ask('newFolder', { folder: root.listing.folder })
  },
}

/** Makes a folder, and selects it if its parent is shown. Returns its path. @throws ApiError */
export async function makeFolder(root: RootStore, folder: string, name: string): Promise<string> {
  const path = childOf(folder, name)
  await root.api.resources.makeFolder(path)
  await showNew(root, folder, name)
  return path
}

/** Shows and selects what was just made or renamed. */
export async function showNew(root: RootStore, folder: string, name: string): Promise<void> {
  if (root.listing.folder !== folder) return
  root.selection.reveal(name)
  await root.listing.refresh()
}
