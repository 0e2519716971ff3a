import { CornerLeftUp } from 'lucide-react'
import type { Action } from './action.ts'

/** Opens the level above the screen, with the keyboard focus on the row that the person came from. */
export const goUp: Action = {
  id: 'goUp',
  label: 'action.goUp',
  icon: CornerLeftUp,
  shortcuts: [{ key: 'Backspace' }, { key: 'ArrowUp', alt: true }],
  isAllowed: () => true,
  isEnabled: ({ screen }) => screen.up !== null,
  run({ screen, navigate }) {
    const { up, selection } = screen
    if (up === null) return
    navigate(up.to)
    selection?.await(up.from)
  },
}
