import { LogOut } from 'lucide-react'
import type { Action } from './action.ts'

export const logout: Action = {
  id: 'logout',
  label: 'action.logout',
  icon: LogOut,
  isAllowed: (root) => root.session.canLogout,
  isEnabled: () => true,
  // The route guard then shows the login.
  run: (root) => root.session.logout(),
}
