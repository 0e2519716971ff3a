// A guest's page, which needs neither the stores nor the router of signed-in people.
import { Http } from '../api/http.ts'
import { createGuestApi } from '../api/guest.ts'
import { ErrorBoundary } from '../components/ErrorBoundary.tsx'
import english from '../i18n/locales/en.json?part=guest'
import { startTexts } from '../i18n/index.ts'
import { readToken } from '../lib/token.ts'
import { BrokenPage } from '../scenes/errors/BrokenPage.tsx'
import { useBrand } from '../scenes/frame/useBrand.ts'
import { ShareScene } from '../scenes/share/ShareScene.tsx'
import { GuestContext, type GuestPage } from '../scenes/share/useGuest.ts'
import { GuestStore } from '../stores/GuestStore.ts'
import type { PageStart } from './page.ts'
import { showPage } from './show-page.ts'

function Guest({ page }: { page: GuestPage }) {
  useBrand(page.settings.Color, page.settings)
  return (
    <GuestContext value={page}>
      <ErrorBoundary renderFailure={(retry) => <BrokenPage onRetry={retry} />}>
        <ShareScene />
      </ErrorBoundary>
    </GuestContext>
  )
}

/** Shows a link's target. */
export async function startGuest({ settings, keeper, locale }: PageStart): Promise<void> {
  const guest = new GuestStore(createGuestApi(new Http(settings.BaseURL)), settings)
  const token = keeper.read()
  await startTexts(locale, 'guest', english)
  showPage(<Guest page={{ guest, settings, isSignedIn: token !== null && readToken(token) !== null }} />)
  // Everything else works without it.
  import('../lib/lost-focus.ts').catch(() => undefined)
}
