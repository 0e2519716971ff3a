import { X } from 'lucide-react'
import type { Action } from './action.ts'

export const clearSelection: Action = {
  id: 'clearSelection',
  label: 'action.clearSelection',
  icon: X,
  shortcuts: [{ key: 'Escape' }],
  isAllowed: () => true,
  isEnabled: (root) => root.shownSelection.count > 0 || (!root.clipboard.isEmpty && root.clipboard.kind === 'cut'),
  run(root) {
    root.shownSelection.clear()
    if (root.clipboard.kind === 'cut') root.clipboard.clear()
  },
}
