import { Undo2 } from 'lucide-react'
import type { Action } from './action.ts'

/** Undoes the last change of this tab that can be undone. Toasts offer the same for recent ones. */
export const undo: Action = {
  id: 'undo',
  label: 'toast.undo',
  icon: Undo2,
  shortcuts: [{ key: 'z', mod: true, shift: false }],
  isAllowed: () => true,
  isEnabled: ({ toasts }) => toasts.undoables.length + toasts.changing.length > 0,
  detail: ({ toasts }) => toasts.undoables[0]?.message ?? null,
  run: ({ toasts }) => toasts.undoLast(),
}
