// The start of every visit: finds out which page the address and this browser need, and fetches no more than that.
import { readPublicSettings } from './api/settings.ts'
import { chooseLocale } from '../../backend/contract/locales.ts'
import { LOCALE_KEY } from './i18n/languages.ts'
import { fetchPart } from './lib/fetch-part.ts'
import { isAtOrBelow } from './lib/paths.ts'
import { browserTokenKeeper } from './lib/token-keeper.ts'
import type { PageStart } from './pages/page.ts'
import './styles/index.css'

/** Addresses that anybody may open. */
const OPEN_TO_ALL = ['/403', '/404', '/500']

function startPage(): PageStart {
  const settings = readPublicSettings()
  return {
    settings,
    keeper: browserTokenKeeper(settings.BaseURL),
    locale: chooseLocale([localStorage.getItem(LOCALE_KEY) ?? '', ...navigator.languages]),
  }
}

async function start(page: PageStart): Promise<void> {
  const { BaseURL, NoAuth } = page.settings
  const { pathname, search, hash } = location
  const address = pathname.slice(BaseURL.length)
  if (isAtOrBelow(address, '/share')) return (await fetchPart(() => import('./pages/guest.tsx'))).startGuest(page)
  if (NoAuth || page.keeper.read() !== null || OPEN_TO_ALL.includes(address))
    return (await fetchPart(() => import('./pages/app.tsx'))).startApp(page)
  if (!isAtOrBelow(address, '/login'))
    history.replaceState(null, '', `${BaseURL}/login?redirect=${encodeURIComponent(address + search + hash)}`)
  return (await fetchPart(() => import('./pages/login.tsx'))).startLogin(page)
}

/** Without a connection, or while Nido is being updated, a message replaces the placeholder. */
function showFailure(): void {
  document.getElementById('root')?.remove()
  document.querySelector('.first-failure')?.removeAttribute('hidden')
}

// Not awaited at the top level: the fetched parts may import this script's modules, and would wait for its end.
void start(startPage()).catch((error: unknown) => {
  showFailure()
  throw error
})
