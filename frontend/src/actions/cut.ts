import { Scissors } from 'lucide-react'
import type { Action } from './action.ts'

/** Marks the selection to be moved by the next paste. */
export const cut: Action = {
  id: 'cut',
  label: 'action.cut',
  icon: Scissors,
  shortcuts: [{ key: 'x', mod: true }],
  isAllowed: (root) => root.session.can('rename'),
  isEnabled: (root) => root.chosen.count > 0 && root.isSelectionMovable,
  run(root) {
    root.clipboard.take('cut')
    root.toasts.show({ kind: 'plain', message: { key: 'clipboard.cut', values: { count: root.chosen.count } } })
  },
}
