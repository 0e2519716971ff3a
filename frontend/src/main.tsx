import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { Http } from './api/http.ts'
import { createApi } from './api/index.ts'
import { readPublicSettings } from './api/settings.ts'
import { startTexts } from './i18n/index.ts'
import { chooseLocale } from './i18n/languages.ts'
import { offerReload } from './actions/offerReload.ts'
import { isFetchingShownPart } from './lib/fetch-part.ts'
import { PageHistory } from './lib/page-history.ts'
import { browserTokenKeeper } from './lib/token-keeper.ts'
import { fetchFirstScreen } from './routes.tsx'
import { RootStore } from './stores/RootStore.ts'
import { LOCALE_KEY } from './stores/UiStore.ts'
import './styles/index.css'

const settings = readPublicSettings()
const history = new PageHistory()
const root = new RootStore({
  api: createApi(new Http(settings.BaseURL)),
  settings,
  keeper: browserTokenKeeper(settings.BaseURL),
  ui: {
    defaultTheme: settings.Theme,
    locale: chooseLocale([localStorage.getItem(LOCALE_KEY) ?? '', ...navigator.languages]),
    storage: localStorage,
  },
  navigate: (to, { replace = false, state } = {}) =>
    replace ? history.replace(settings.BaseURL + to, state) : history.push(settings.BaseURL + to, state),
})

// What nobody waits for with words of their own, such as a style sheet of a part.
window.addEventListener('vite:preloadError', () => {
  if (!isFetchingShownPart()) void offerReload(root)
})

const container = document.getElementById('root')
if (container === null) throw new Error('the page has no #root')
const started = root.session.start()
const address = location.pathname.slice(settings.BaseURL.length)
// Not awaited here: the parts that are fetched import this script, and would wait for its end.
void Promise.all([
  started,
  startTexts(root.ui.locale),
  fetchFirstScreen(address, root.session.user !== null || settings.NoAuth),
]).then(() => createRoot(container).render(<App root={root} history={history} />))
