import { observer } from 'mobx-react-lite'
import { useMemo, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { safeRedirect } from '../../lib/safe-redirect.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useScreen } from '../frame/useScreen.ts'
import { LoginScene } from './LoginScene.tsx'

/**
 * The login for somebody whose session ended while the page was open, or who signed out. Somebody who is already signed
 * in is sent on.
 */
export const LoginAgain = observer(function LoginAgain() {
  const { session, settings } = useRoot()
  const [search] = useSearchParams()
  const [title, setTitle] = useState('')
  useScreen({ title })
  const { hasExpired, login, signup } = session
  const door = useMemo(() => ({ settings, hasExpired, login, signup }), [settings, hasExpired, login, signup])
  if (session.user !== null) return <Navigate to={safeRedirect(search.get('redirect'))} replace />
  return <LoginScene door={door} onTitle={setTitle} />
})
