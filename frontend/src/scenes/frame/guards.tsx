import { observer } from 'mobx-react-lite'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useRoot } from '../../stores/useRoot.ts'
import { Frame } from './Frame.tsx'

/** Lets only signed-in people through. Others sign in first and return to the requested address. */
export const RequireLogin = observer(function RequireLogin() {
  const { session, settings } = useRoot()
  const { pathname, search, hash } = useLocation()
  // The key makes the page start anew for another person.
  if (session.user !== null) return <Outlet key={session.user.id} />
  if (session.hasLeft) return <Navigate to={settings.LogoutPage || '/login'} replace />
  return <Navigate to={`/login?redirect=${encodeURIComponent(pathname + search + hash)}`} replace />
})

/** For pages that anybody may open. Signed-in people see them inside the frame. */
export const FrameIfSignedIn = observer(function FrameIfSignedIn() {
  const { session } = useRoot()
  return session.user === null ? <Outlet /> : <Frame key={session.user.id} />
})

/** Any other address is taken for a path in the person's files. */
export function ToFiles() {
  const { pathname, search, hash } = useLocation()
  return <Navigate to={`/files${pathname}${search}${hash}`} replace />
}
