import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Empty } from '../../../components/Empty.tsx'
import { useTexts } from '../../../i18n/useTexts.ts'
import { VIDEO_PAGE_TITLE } from '../../../lib/video-page.ts'
import { importsOf } from '../../../stores/ImportsStore.ts'
import type { RootStore } from '../../../stores/RootStore.ts'
import { useRoot } from '../../../stores/useRoot.ts'
import { PageShell } from '../../frame/PageShell.tsx'
import { useLive } from '../../frame/useLive.ts'
import { Refusal } from '../Refusal.tsx'
import { Videos } from './Videos.tsx'

/** The screen for videos when it is a page of its own. */
export const VideosPage = observer(function VideosPage({ root }: { root: RootStore }) {
  return (
    <PageShell root={root} title={`${VIDEO_PAGE_TITLE} · ${root.settings.Name}`}>
      <Content />
    </PageShell>
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
  // With the link of a bookmark.
  const target = encodeURIComponent(`/import-youtube${location.search}`)
  return (
    <Empty art="door" title={t('imports.signedOut')} lead={t('imports.signedOutLead')} isPage>
      <button type="button" className="button primary" onClick={() => navigate(`/login?redirect=${target}`)}>
        {t('imports.logIn')}
      </button>
    </Empty>
  )
}
