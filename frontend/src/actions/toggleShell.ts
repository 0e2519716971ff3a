import { SquareTerminal } from 'lucide-react'
import type { Action } from './action.ts'

/** Shows or hides the shell panel. */
export const toggleShell: Action = {
  id: 'toggleShell',
  label: 'shell.action',
  icon: SquareTerminal,
  shortcuts: [{ key: '`', mod: true }],
  isAllowed: (root) => root.settings.EnableExec && root.session.can('execute'),
  // The shell is part of the files.
  isEnabled: (root) => root.listing.state !== 'away',
  run(root) {
    root.ui.setShellOpen(!root.ui.isShellOpen)
  },
}
