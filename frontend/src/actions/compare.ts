import { Columns2 } from 'lucide-react'
import type { Action } from './action.ts'

/** Shows where the two selected texts differ. */
export const compare: Action = {
  id: 'compare',
  label: 'dialog.compare.action',
  icon: Columns2,
  isAllowed: ({ session }) => session.can('download'),
  isEnabled: ({ selection: { count, items } }) => count === 2 && items.every(({ type }) => type === 'text'),
  async run({ ui, selection: { items } }) {
    const [first, second] = items
    if (first && second) await ui.ask('compare', { first, second })
  },
}
