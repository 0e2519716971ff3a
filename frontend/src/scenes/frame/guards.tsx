import { observer } from 'mobx-react-lite'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useRoot } from '../../stores/useRoot.ts'

/** Lets only people who are signed in through; others sign in first and come back to where they wanted to go. */
export const RequireLogin = observer(function RequireLogin() {
  const { session, settings } = useRoot()
  const { pathname, search } = useLocation()
  // Another person begins with another page.
  if (session.user !== null) return <Outlet key={session.user.id} />
  if (session.hasLeft) return <Navigate to={settings.LogoutPage || '/login'} replace />
  return <Navigate to={`/login?redirect=${encodeURIComponent(pathname + search)}`} replace />
})

/** Any other address is taken for a path in the person's files. */
export function ToFiles() {
  const { pathname, search } = useLocation()
  return <Navigate to={`/files${pathname}${search}`} replace />
}
