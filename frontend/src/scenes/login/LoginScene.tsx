import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import poster from '../../assets/poster.webp'
import { Mark } from '../../components/Mark.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { prefetchWhenIdle } from '../../lib/prefetch.ts'
import { safeRedirect } from '../../lib/safe-redirect.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useScreen } from '../frame/useScreen.ts'
import { LoginForm } from './LoginForm.tsx'

/** Where one signs in, or makes an account where that is allowed. Who is signed in already goes on to the files. */
export const LoginScene = observer(function LoginScene() {
  const { session, settings } = useRoot()
  const { t } = useTexts()
  const [search] = useSearchParams()
  const [isSignup, setSignup] = useState(false)
  const target = safeRedirect(search.get('redirect'))
  // While somebody types, the files are on their way.
  useEffect(prefetchWhenIdle, [])
  useScreen({ title: t(isSignup ? 'login.signupTitle' : 'login.title') })
  if (session.user !== null) return <Navigate to={target} replace />
  return (
    <main className="login" id="main">
      <div className="poster">
        <img src={poster} alt="" />
        <span className="motto">
          <Mark logo={settings.LogoURL} />
          {settings.Name}
        </span>
      </div>
      <div className="form">
        <LoginForm key={String(isSignup)} isSignup={isSignup} onSwitch={setSignup} />
        <div className="foot">
          <span>{t('frame.version')}</span>
          <span dir="ltr">{location.host}</span>
        </div>
      </div>
    </main>
  )
})
