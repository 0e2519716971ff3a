import { FastForward } from 'lucide-react'
import { useState } from 'react'
import type { PublicSettings } from '../../../../backend/contract/settings.ts'
import intro from '../../assets/intro.webm'
import { useTexts } from '../../i18n/useTexts.ts'

const SEEN_KEY = 'nido.intro'

/** Once per device; not with reduced motion or data saving. */
function isWanted(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return (
    connection?.saveData !== true &&
    !window.matchMedia('(prefers-reduced-motion: reduce)').matches &&
    localStorage.getItem(SEEN_KEY) === null
  )
}

/** The household's own logo, or ''. */
export type IntroProps = Pick<PublicSettings, 'LogoURL'>

/** The video over the picture of the login screen, which is its last frame. It shows Nido's own logo. */
export function Intro({ LogoURL }: IntroProps) {
  const { t } = useTexts()
  const [isShown, setShown] = useState(isWanted)
  const end = () => setShown(false)
  if (!isShown || LogoURL !== '') return null
  return (
    <>
      <video
        src={intro}
        muted
        autoPlay
        playsInline
        aria-hidden="true"
        onPlaying={() => localStorage.setItem(SEEN_KEY, 'seen')}
        onEnded={end}
        onError={end}
      />
      <button type="button" className="skip" onClick={end}>
        <FastForward className="icon sm" aria-hidden="true" />
        {t('login.skip')}
      </button>
    </>
  )
}
