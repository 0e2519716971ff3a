import { ListChecks } from 'lucide-react'
import type { Action } from './action.ts'

export const selectAll: Action = {
  id: 'selectAll',
  label: 'action.selectAll',
  icon: ListChecks,
  shortcuts: [{ key: 'a', mod: true }],
  isAllowed: () => true,
  isEnabled: ({ screen }) => (screen.selection?.rows.length ?? 0) > 0,
  run: ({ screen }) => screen.selection?.pickAll(),
}
