import { useEffect, useState } from 'react'
import poster from '../../assets/poster.webp'
import { Mark } from '../../components/Mark.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import type { Intro } from './Intro.tsx'
import { type LoginDoor, LoginForm } from './LoginForm.tsx'

export interface LoginSceneProps {
  door: LoginDoor
  onTitle(title: string): void
}

/** The page for signing in, or for creating an account if that is allowed. */
export function LoginScene({ door, onTitle }: LoginSceneProps) {
  const { t } = useTexts()
  const [isSignup, setSignup] = useState(false)
  const { settings } = door
  const title = t(isSignup ? 'login.signupTitle' : 'login.title')
  useEffect(() => onTitle(title), [onTitle, title])
  const [later, setLater] = useState<{ Intro: typeof Intro } | null>(null)
  useEffect(() => {
    // It is fetched after the form is shown. If that fails, the screen is complete without it.
    import('./Intro.tsx').then(setLater, () => undefined)
  }, [])
  return (
    <main className="login" id="main">
      <div className="poster">
        <img src={poster} alt="" />
        {later && <later.Intro {...settings} />}
        <span className="motto">
          <Mark logo={settings.LogoURL} />
          {settings.Name}
        </span>
      </div>
      <div className="form">
        <LoginForm {...door} key={String(isSignup)} isSignup={isSignup} onSwitch={setSignup} />
        <div className="foot">
          <span>{t('frame.version')}</span>
          <span dir="ltr">{location.host}</span>
        </div>
      </div>
    </main>
  )
}
