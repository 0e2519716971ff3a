// The page of a signed-in person: all stores, the router, and the files.
import { offerReload } from '../actions/offerReload.ts'
import { Http } from '../api/http.ts'
import { createApi } from '../api/index.ts'
import english from '../i18n/locales/en.json?part=files'
import { startTexts } from '../i18n/index.ts'
import { isFetchingShownPart } from '../lib/fetch-part.ts'
import { PageHistory } from '../lib/page-history.ts'
import { App } from '../scenes/frame/App.tsx'
import { RootStore } from '../stores/RootStore.ts'
import type { PageStart } from './page.ts'
import { showPage } from './show-page.ts'

/** Shows what the address asks for. `isFresh`: the token is new and needs no renewal. */
export async function startApp(page: PageStart, { isFresh = false } = {}): Promise<void> {
  const { settings, keeper, locale } = page
  const history = new PageHistory()
  const root = new RootStore({
    api: createApi(new Http(settings.BaseURL)),
    settings,
    keeper,
    ui: { defaultTheme: settings.Theme, locale, storage: localStorage },
    navigate: (to, { replace = false, state } = {}) =>
      replace ? history.replace(settings.BaseURL + to, state) : history.push(settings.BaseURL + to, state),
  })
  // For parts whose failure has no message of its own, such as a part's style sheet.
  window.addEventListener('vite:preloadError', () => {
    if (!isFetchingShownPart()) void offerReload(root)
  })
  if (isFresh) root.session.take(keeper.read())
  await Promise.all([isFresh ? null : root.session.start(), startTexts(locale, 'files', english)])
  showPage(<App root={root} history={history} />)
}
