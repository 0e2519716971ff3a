// The frame of the settings: a heading, a tab for each place that the person may open, and the place itself below.
import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { NavLink, useLocation, useRoutes } from 'react-router-dom'
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx'
import { PartSuspense } from '../../components/fetched.tsx'
import { SettingsSkeleton } from '../../components/SettingsSkeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { Failure } from '../errors/Failure.tsx'
import { FindSetting } from './FindSetting.tsx'
import { SETTINGS_PLACES } from './places.ts'
import { settingsRoutes } from './routes.tsx'
import { useFoundSetting } from './useFoundSetting.ts'

export const SettingsScene = observer(function SettingsScene() {
  const root = useRoot()
  const { t } = useTexts()
  const tabs = useRef<HTMLElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const screen = useRoutes(settingsRoutes)
  useFoundSetting(body)
  // On a phone not all tabs are visible.
  useEffect(() => {
    tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [pathname])
  return (
    <main className="panel" id="main">
      <div className="settings-head">
        <div className="panel-head">
          <h1>{t('settings.title')}</h1>
          <FindSetting />
        </div>
        <nav ref={tabs} className="tabs" aria-label={t('settings.title')}>
          {SETTINGS_PLACES.filter((place) => place.isAllowed(root)).map(({ path, label }) => (
            <NavLink key={path} to={path}>
              {t(label)}
            </NavLink>
          ))}
        </nav>
      </div>
      <div ref={body} className="panel-body">
        <ErrorBoundary
          resetKey={pathname}
          renderFailure={(retry) => <Failure kind="internal" isPage onRetry={retry} />}
        >
          <PartSuspense fallback={<SettingsSkeleton className="" groups={[3, 4]} />}>{screen}</PartSuspense>
        </ErrorBoundary>
      </div>
    </main>
  )
})
