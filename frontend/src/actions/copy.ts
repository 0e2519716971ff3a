import { ClipboardCopy } from 'lucide-react'
import type { Action } from './action.ts'

/** Marks the selection to be copied by the next paste. */
export const copy: Action = {
  id: 'copy',
  label: 'action.copy',
  icon: ClipboardCopy,
  shortcuts: [{ key: 'c', mod: true }],
  isAllowed: (root) => root.session.can('create'),
  isEnabled: (root) => root.chosen.count > 0,
  run(root) {
    root.clipboard.take('copy')
    root.toasts.show({ kind: 'plain', message: { key: 'clipboard.copied', values: { count: root.chosen.count } } })
  },
}
