// The page of a signed-in person: all stores, the router, and the files. The page for videos has the same stores, but
// no router: it also stands in a frame of the other one, so whatever else is to be shown replaces the whole window.
import { when } from 'mobx'
import { offerReload } from '../actions/offerReload.ts'
import { Http } from '../api/http.ts'
import { createApi } from '../api/index.ts'
import { fetched } from '../components/fetched.tsx'
import english from '../i18n/locales/en.json?part=files'
import { startTexts, withTexts } from '../i18n/index.ts'
import { fetchUnlessAsked } from '../lib/asked-early.ts'
import { isFetchingShownPart } from '../lib/fetch-shown-part.ts'
import { beginTheRest, firstScreen } from '../lib/first-screen.ts'
import { PageHistory } from '../lib/page-history.ts'
import { isAtOrBelow, pathOfUrl } from '../lib/paths.ts'
import { VIDEO_PAGE_PATH } from '../lib/video-page.ts'
import { PartFailure } from '../scenes/errors/PartFailure.tsx'
import { App } from '../scenes/frame/App.tsx'
import { RootStore } from '../stores/RootStore.ts'
import type { PageStart } from './page.ts'
import { showPage } from './show-page.ts'

const VideosPage = fetched<{ root: RootStore }>({
  load: withTexts(async () => (await import('../scenes/imports/videos/VideosPage.tsx')).VideosPage, 'imports'),
  renderFailure: (_, missing) => <PartFailure {...missing} isPage />,
})

/** Has the files that the address names fetched while their screen is made. */
function openAddress({ settings, session, listing }: RootStore): void {
  const address = location.pathname.slice(settings.BaseURL.length)
  if (session.user === null || !isAtOrBelow(address, '/files')) return
  const { path, isDir } = pathOfUrl(address)
  void listing.open(path, isDir)
}

/** Shows what the address asks for. `isFresh`: the token is new and needs no renewal. */
export async function startApp(page: PageStart, { isFresh = false } = {}): Promise<void> {
  const { settings, keeper, locale } = page
  const history = new PageHistory()
  const isOfVideos = location.pathname === settings.BaseURL + VIDEO_PAGE_PATH
  const root = new RootStore({
    api: createApi(new Http(settings.BaseURL, fetchUnlessAsked)),
    settings,
    keeper,
    ui: { defaultTheme: settings.Theme, locale, languages: navigator.languages, storage: localStorage },
    navigate: (to, { replace = false, state } = {}) => {
      const address = settings.BaseURL + to
      if (isOfVideos) window.open(address, '_top')
      else if (replace) history.replace(address, state)
      else history.push(address, state)
    },
  })
  // For parts whose failure has no message of its own, such as a part's style sheet.
  window.addEventListener('vite:preloadError', () => {
    if (!isFetchingShownPart()) void offerReload(root)
  })
  if (isFresh) root.session.take(keeper.read())
  // Before the first drawing, so that nobody sees it in the language of the browser who has chosen another one.
  if (root.session.user !== null) root.ui.setLocale(root.session.user.locale)
  const isSignedIn = isFresh ? Promise.resolve() : root.session.start()
  await Promise.all([isSignedIn.then(() => openAddress(root)), startTexts(root.ui.locale, 'files', english)])
  // The rows are drawn in the same step as the listing changes.
  when(
    () => !root.listing.isComing,
    () => setTimeout(beginTheRest),
  )
  // Everything else works without it.
  firstScreen.then(() => import('../lib/lost-focus.ts')).catch(() => undefined)
  showPage(isOfVideos ? <VideosPage root={root} /> : <App root={root} history={history} />)
}
