// The page for signing in. It has no stores and no router: they are fetched while somebody types.
import { useEffect } from 'react'
import { Http } from '../api/http.ts'
import { createSessionApi } from '../api/session.ts'
import { ErrorBoundary } from '../components/ErrorBoundary.tsx'
import english from '../i18n/locales/en.json?part=start'
import { startTexts } from '../i18n/index.ts'
import { fetchPart } from '../lib/fetch-part.ts'
import { prefetched, prefetchWhenIdle } from '../lib/prefetch.ts'
import { safeRedirect } from '../lib/safe-redirect.ts'
import { readToken } from '../lib/token.ts'
import { BrokenPage } from '../scenes/errors/BrokenPage.tsx'
import { useBrand } from '../scenes/frame/useBrand.ts'
import type { LoginDoor } from '../scenes/login/LoginForm.tsx'
import { LoginScene } from '../scenes/login/LoginScene.tsx'
import type { PageStart } from './page.ts'
import { showPage } from './show-page.ts'

const app = prefetched(() => import('./app.tsx'))

function LoginPage({ door }: { door: LoginDoor }) {
  const { settings } = door
  useBrand(settings.Color, settings)
  useEffect(prefetchWhenIdle, [])
  return (
    <ErrorBoundary renderFailure={(retry) => <BrokenPage onRetry={retry} />}>
      <LoginScene
        door={door}
        onTitle={(title) => {
          document.title = `${title} · ${settings.Name}`
        }}
      />
    </ErrorBoundary>
  )
}

async function showApp(page: PageStart): Promise<void> {
  const { startApp } = await fetchPart(app.load)
  const target = safeRedirect(new URLSearchParams(location.search).get('redirect'))
  history.replaceState(null, '', page.settings.BaseURL + target)
  await startApp(page, { isFresh: true })
}

/** Shows the login, and then what the address asks for. */
export async function startLogin(page: PageStart): Promise<void> {
  const { settings, keeper } = page
  const session = createSessionApi(new Http(settings.BaseURL))
  let entered: Promise<void> | null = null
  /** The page of the signed-in person replaces this one once it is loaded. */
  const enter = () => {
    entered ??= showApp(page).catch((error: unknown) => {
      entered = null
      throw error
    })
    return entered
  }
  const login: LoginDoor['login'] = async (credentials) => {
    keeper.write(await session.login(credentials))
    await enter()
  }
  const signup: LoginDoor['signup'] = async (credentials) => {
    await session.signup({ username: credentials.username, password: credentials.password })
    await login(credentials)
  }
  // Somebody signs in at the same time, in another tab.
  keeper.watch((token) => {
    if (token !== null && readToken(token) !== null) void enter().catch(() => undefined)
  })
  await startTexts(page.locale, 'start', english)
  showPage(<LoginPage door={{ settings, hasExpired: false, login, signup }} />)
}
