import { SquareDashed } from 'lucide-react'
import type { Action } from './action.ts'

/** Selects the items that are not selected, and deselects the others. */
export const invertSelection: Action = {
  id: 'invertSelection',
  label: 'action.invertSelection',
  icon: SquareDashed,
  shortcuts: [{ key: 'i', mod: true }],
  isAllowed: () => true,
  isEnabled: ({ screen }) => (screen.selection?.rows.length ?? 0) > 0,
  run: ({ screen }) => screen.selection?.invert(),
}
