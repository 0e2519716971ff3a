// The frame around every screen of a signed-in person: top bar, places, and on a phone the bottom bar.
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Outlet } from 'react-router-dom'
import { toggleShell } from '../../actions/toggleShell.ts'
import { fetched, PartSuspense } from '../../components/fetched.tsx'
import { RootClass } from '../../components/RootClass.ts'
import { withTexts } from '../../i18n/index.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { afterFirstScreen, firstScreen } from '../../lib/first-screen.ts'
import { prefetchWhenIdle } from '../../lib/prefetch.ts'
import { useIsPhone } from '../../lib/useMedia.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { FramePart, ScreenBoundary } from '../errors/boundaries.tsx'
import { PartFailure } from '../errors/PartFailure.tsx'
import { DropVeil } from '../uploads/DropVeil.tsx'
import { useUploads } from '../uploads/useUploads.ts'
import { Drawer } from './Drawer.tsx'
import { Places } from './Places.tsx'
import { TopBar } from './TopBar.tsx'
import { useLeaveWarning } from './useLeaveWarning.ts'
import { useLive } from './useLive.ts'
import { useShortcuts } from './useShortcuts.ts'

// A terminal is a lot of code, and few people use it.
const ShellPanel = fetched<object>({
  load: withTexts(async () => (await import('../shell/ShellPanel.tsx')).ShellPanel),
  renderFailure: (_, missing) => (
    <section className="shell">
      <RootClass name="has-shell" />
      <PartFailure {...missing} />
    </section>
  ),
})

// Only phones have it.
const BottomBar = fetched<object>({
  load: async () => (await import('./BottomBar.tsx')).BottomBar,
  renderFailure: (_, missing) => <PartFailure {...missing} />,
})

// It also follows what the server still does for the person.
const Corner = fetched<object>({
  load: afterFirstScreen(withTexts(async () => (await import('./Corner.tsx')).Corner)),
  renderFailure: () => null,
})

export const Frame = observer(function Frame() {
  const root = useRoot()
  const { t } = useTexts()
  const isPhone = useIsPhone()
  const isShellShown = root.ui.isShellOpen && toggleShell.isAllowed(root) && toggleShell.isEnabled(root)
  useFrameWork()
  return (
    <div className="app">
      <a className="skip-link" href="#main">
        {t('frame.skip')}
      </a>
      <FramePart>
        <TopBar />
      </FramePart>
      <FramePart>
        {isPhone ? (
          <Drawer />
        ) : (
          <nav className="sidebar" aria-label={t('frame.places')}>
            <Places />
          </nav>
        )}
      </FramePart>
      {/* A screen that is fetched when it is first opened leaves the one before in its place until it is here. */}
      <ScreenBoundary>
        <PartSuspense fallback={<main className="panel" id="main" aria-busy="true" />}>
          <Outlet />
        </PartSuspense>
      </ScreenBoundary>
      <FramePart>{isShellShown ? <ShellPanel /> : null}</FramePart>
      <FramePart>{isPhone ? <Bottom /> : null}</FramePart>
      <FramePart>
        <Corner />
      </FramePart>
      <FramePart>
        <DropVeil />
      </FramePart>
    </div>
  )
})

/** The space of the bottom bar, reserved while the bar is fetched. */
function Bottom() {
  return (
    <footer className="bottom">
      <BottomBar />
    </footer>
  )
}

/** Everything that runs while somebody is signed in, whatever screen is shown. */
function useFrameWork(): void {
  const { usage } = useRoot()
  useShortcuts()
  useLeaveWarning()
  useUploads()
  useLive()
  useEffect(() => void usage.refresh(), [usage])
  useEffect(() => prefetchWhenIdle(firstScreen), [])
}
