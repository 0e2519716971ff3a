import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { PageRouter } from '../../components/PageRouter.tsx'
import { DialogHost } from '../../dialogs/index.tsx'
import { changeLanguage } from '../../i18n/index.ts'
import { directionOf } from '../../i18n/languages.ts'
import type { PageHistory } from '../../lib/page-history.ts'
import { Screens } from '../routes.tsx'
import { ScreenBoundary } from '../errors/boundaries.tsx'
import { Toasts } from './Toasts.tsx'
import type { RootStore } from '../../stores/RootStore.ts'
import { RootContext } from '../../stores/useRoot.ts'
import { useBrand } from './useBrand.ts'
import { useUserLocale } from './useUserLocale.ts'

// Vite puts the nonce of the page's policy where scripts can read it.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** A constant element: changes around it, such as a title, do not render the screens again. */
const SCREENS = (
  <ScreenBoundary>
    <Screens />
  </ScreenBoundary>
)

export interface AppProps {
  root: RootStore
  history: PageHistory
}

export const App = observer(function App({ root, history }: AppProps) {
  const { ui, screen, settings } = root
  const { locale, theme } = ui
  const { title } = screen
  const titlePrefix = (ui.editing === 'dirty' ? '● ' : '') + ui.titlePrefix
  useUserLocale(root)
  useBrand(ui.triedColour ?? settings.Color, settings)
  useEffect(() => void changeLanguage(locale), [locale])
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
  }, [theme])
  useEffect(() => {
    document.title = `${titlePrefix}${title === '' ? '' : `${title} · `}${settings.Name}`
  }, [title, titlePrefix, settings.Name])
  return (
    <RootContext value={root}>
      <CSPProvider nonce={nonce}>
        <DirectionProvider direction={directionOf(locale)}>
          <PageRouter history={history} basename={settings.BaseURL || '/'}>
            {SCREENS}
          </PageRouter>
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
