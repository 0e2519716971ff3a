import { observer } from 'mobx-react-lite'
import { PageRouter } from '../../components/PageRouter.tsx'
import type { PageHistory } from '../../lib/page-history.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ScreenBoundary } from '../errors/boundaries.tsx'
import { Screens } from '../routes.tsx'
import { PageShell } from './PageShell.tsx'

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
  const { title } = screen
  const prefix = (ui.editing === 'dirty' ? '● ' : '') + ui.titlePrefix
  return (
    <PageShell root={root} title={`${prefix}${title === '' ? '' : `${title} · `}${settings.Name}`}>
      <PageRouter history={history} basename={settings.BaseURL || '/'}>
        {SCREENS}
      </PageRouter>
    </PageShell>
  )
})
