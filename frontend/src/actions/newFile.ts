import { FilePlus } from 'lucide-react'
import { childOf } from '../lib/paths.ts'
import type { RootStore } from '../stores/RootStore.ts'
import type { Action } from './action.ts'
import { showNew } from './newFolder.ts'

/** Makes an empty file in the current folder. */
export const newFile: Action = {
  id: 'newFile',
  label: 'dialog.newFile.action',
  icon: FilePlus,
  isAllowed: (root) => root.session.can('create'),
  isEnabled: (root) => root.listing.state === 'ready',
  async run(root) {
    await root.ui.ask('newFile', { folder: root.listing.folder })
  },
}

/** Makes an empty file and selects it. @throws ApiError `conflict` if the name is taken */
export async function makeFile(root: RootStore, folder: string, name: string): Promise<void> {
  await root.api.resources.create(childOf(folder, name), '')
  await showNew(root, folder, name)
}
