import { ListChecks } from 'lucide-react'
import type { Action } from './action.ts'

export const selectAll: Action = {
  id: 'selectAll',
  label: 'action.selectAll',
  icon: ListChecks,
  shortcuts: [{ key: 'a', mod: true }],
  isAllowed: () => true,
  isEnabled: (root) => root.shownSelection.rows.length > 0,
  run: (root) => root.shownSelection.pickAll(),
}
