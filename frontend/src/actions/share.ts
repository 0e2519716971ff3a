import { Link2 } from 'lucide-react'
import type { Action } from './action.ts'

/** Makes links to the one selected item, and shows the existing ones. */
export const share: Action = {
  id: 'share',
  label: 'share.action',
  icon: Link2,
  shortcuts: [{ key: 'l', alt: true }],
  isAllowed: ({ session }) => session.can('share') && session.can('download'),
  isEnabled: (root) => root.chosen.count === 1 && root.isSelectionMovable,
  async run(root) {
    const item = root.chosen.only
    if (item) await root.ui.ask('share', { item })
  },
}
