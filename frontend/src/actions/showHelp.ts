import { CircleHelp } from 'lucide-react'
import type { Action } from './action.ts'

export const showHelp: Action = {
  id: 'showHelp',
  label: 'action.help',
  icon: CircleHelp,
  shortcuts: [{ key: '?' }, { key: 'F1' }],
  isAllowed: () => true,
  isEnabled: (root) => root.ui.dialogs.every(({ name }) => name !== 'help'),
  async run(root) {
    await root.ui.ask('help', {})
  },
}
