import { FolderInput } from 'lucide-react'
import type { Action } from './action.ts'

/** Brings copies of what is selected in the trash into a folder that the person chooses. */
export const restoreTo: Action = {
  id: 'restoreTo',
  label: 'trash.restoreTo',
  icon: FolderInput,
  isAllowed: (root) => root.session.can('create'),
  isEnabled: ({ trash }) => trash.selection.count > 0,
  run: (root) => root.restores.runElsewhere(root.trash.selection.items),
}
