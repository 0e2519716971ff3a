import { FileArchive } from 'lucide-react'
import type { Action } from './action.ts'

/** Creates an archive of the selected items beside them. */
export const compress: Action = {
  id: 'compress',
  label: 'dialog.compress.action',
  icon: FileArchive,
  isAllowed: ({ session }) => session.can('create') && session.can('download'),
  isEnabled: ({ selection }) => selection.count > 0,
  async run({ ui, selection }) {
    await ui.ask('compress', { items: [...selection.items] })
  },
}
