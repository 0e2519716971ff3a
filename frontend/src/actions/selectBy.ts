import { ListFilter } from 'lucide-react'
import type { Action } from './action.ts'

/** Selects items by a pattern of their names, or by kind. */
export const selectBy: Action = {
  id: 'selectBy',
  label: 'action.selectBy',
  icon: ListFilter,
  isAllowed: () => true,
  isEnabled: ({ listing }) => listing.state === 'ready' && listing.items.length > 0,
  async run({ ui, selection }) {
    const names = await ui.ask('selectBy', {})
    if (names !== null) selection.pickThese(names)
  },
}
