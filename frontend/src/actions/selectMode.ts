import { SquareCheckBig } from 'lucide-react'
import type { Action } from './action.ts'

/** Makes every click and tap select, until the selection is cleared. */
export const selectMode: Action = {
  id: 'selectMode',
  label: 'action.select',
  icon: SquareCheckBig,
  isAllowed: () => true,
  isEnabled: ({ screen }) => (screen.selection?.rows.length ?? 0) > 0,
  run: ({ screen }) => screen.selection?.startPicking(),
}
