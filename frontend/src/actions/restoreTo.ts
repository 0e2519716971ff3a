import { FolderInput } from 'lucide-react'
import type { Action } from './action.ts'
import { restoresOf } from '../stores/RestoreStore.ts'
import { trashOf } from '../stores/TrashStore.ts'

/** Restores copies of the selection in the trash into a folder that the person chooses. */
export const restoreTo: Action = {
  id: 'restoreTo',
  label: 'trash.restoreTo',
  icon: FolderInput,
  isAllowed: (root) => root.session.can('create'),
  isEnabled: (root) => trashOf(root).selection.count > 0,
  run: (root) => restoresOf(root).runElsewhere(trashOf(root).selection.items),
}
