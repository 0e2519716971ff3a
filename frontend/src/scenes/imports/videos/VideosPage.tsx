import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Empty } from '../../../components/Empty.tsx'
import { DialogHost } from '../../../dialogs/index.tsx'
import { changeLanguage } from '../../../i18n/index.ts'
import { directionOf } from '../../../i18n/languages.ts'
import { useTexts } from '../../../i18n/useTexts.ts'
import { VIDEO_PAGE_TITLE } from '../../../lib/video-page.ts'
import { importsOf } from '../../../stores/ImportsStore.ts'
import type { RootStore } from '../../../stores/RootStore.ts'
import { RootContext, useRoot } from '../../../stores/useRoot.ts'
import { Toasts } from '../../frame/Toasts.tsx'
import { useBrand } from '../../frame/useBrand.ts'
import { useLive } from '../../frame/useLive.ts'
import { useUserLocale } from '../../frame/useUserLocale.ts'
import { Refusal } from '../Refusal.tsx'
import { Videos } from './Videos.tsx'

// Vite puts the nonce of the page's policy where scripts can read it.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** Everything around the screen for videos when it is a page of its own. */
export const VideosPage = observer(function VideosPage({ root }: { root: RootStore }) {
  const { ui, settings } = root
  const { locale } = ui
  useUserLocale(root)
  useBrand(settings.Color, settings)
  useEffect(() => void changeLanguage(locale), [locale])
  useEffect(() => {
    document.title = `${VIDEO_PAGE_TITLE} · ${settings.Name}`
  }, [settings.Name])
  return (
    <RootContext value={root}>
      <CSPProvider nonce={nonce}>
        <DirectionProvider direction={directionOf(locale)}>
          <Content />
          <DialogHost />
          <Toasts />
          <div className="sr" role="status" aria-live="polite">
            {ui.announcement}
          </div>
        </DirectionProvider>
      </CSPProvider>
    </RootContext>
  )
})

const Content = observer(function Content() {
  const { session } = useRoot()
  return (
    <main className="video-page" id="main">
      {session.user === null ? (
        <SignedOut />
      ) : session.can('importYouTube') ? (
        <Followed />
      ) : (
        <Refusal text="noVideos" />
      )}
    </main>
  )
})

/** The screen, kept up to date. */
const Followed = observer(function Followed() {
  const root = useRoot()
  useLive()
  useEffect(() => {
    const imports = importsOf(root)
    imports.follow()
    return () => imports.unfollow()
  }, [root])
  return <Videos />
})

function SignedOut() {
  const { navigate } = useRoot()
  const { t } = useTexts()
  return (
    <Empty art="door" title={t('imports.signedOut')} lead={t('imports.signedOutLead')} isPage>
      <button
        type="button"
        className="button primary"
        onClick={() => navigate(`/login?redirect=${encodeURIComponent('/import-youtube')}`)}
      >
        {t('imports.logIn')}
      </button>
    </Empty>
  )
}
