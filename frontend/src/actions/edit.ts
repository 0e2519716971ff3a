import { FilePenLine } from 'lucide-react'
import { filesUrl } from '../lib/paths.ts'
import type { RootStore } from '../stores/RootStore.ts'
import type { Action } from './action.ts'

/** Opens the selected file in the editor (`?edit` in the address). */
export const edit: Action = {
  id: 'edit',
  label: 'editor.edit',
  icon: FilePenLine,
  isAllowed: ({ session }) => session.can('modify') && session.can('download'),
  isEnabled: ({ selection }) => selection.only?.type === 'text',
  run(root) {
    const item = root.selection.only
    if (item !== null) editFile(root, item.path)
  },
}

/** Opens a file in the editor. */
export const editFile = ({ navigate }: RootStore, path: string): void => navigate(`${filesUrl(path, false)}?edit`)
