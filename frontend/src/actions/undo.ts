import { Undo2 } from 'lucide-react'
import type { Action } from './action.ts'

/** Runs the newest toast's undo from the keyboard. */
export const undo: Action = {
  id: 'undo',
  label: 'toast.undo',
  icon: Undo2,
  shortcuts: [{ key: 'z', mod: true, shift: false }],
  isAllowed: () => true,
  isEnabled: ({ toasts }) => toasts.newestOffer !== null,
  async run({ toasts }) {
    const offer = toasts.newestOffer
    if (offer === null) return
    toasts.dismiss(offer.id)
    await offer.action?.run()
  },
}
