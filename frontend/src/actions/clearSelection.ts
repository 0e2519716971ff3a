import { X } from 'lucide-react'
import type { Action } from './action.ts'

export const clearSelection: Action = {
  id: 'clearSelection',
  label: 'action.clearSelection',
  icon: X,
  shortcuts: [{ key: 'Escape' }],
  isAllowed: () => true,
  isEnabled: ({ screen, clipboard }) =>
    screen.selection?.isActive === true || (!clipboard.isEmpty && clipboard.kind === 'cut'),
  run({ screen, clipboard }) {
    screen.selection?.clear()
    if (clipboard.kind === 'cut') clipboard.clear()
  },
}
