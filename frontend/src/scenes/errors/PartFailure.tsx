// Replaces a part of the page that could not be fetched: the connection is down, or an upgrade has removed the file.
import { RotateCw } from 'lucide-react'
import { type ComponentType, useEffect, useEffectEvent } from 'react'
import { Empty } from '../../components/Empty.tsx'
import { type Fetched, fetched, type Missing } from '../../components/fetched.tsx'
import { withTexts } from '../../i18n/index.ts'
import type { TextRoom } from '../../i18n/parts.ts'
import { useTexts } from '../../i18n/useTexts.ts'

export interface PartFailureProps extends Missing {
  isPage?: boolean
}

export function PartFailure({ isOutdated, retry, isPage = false }: PartFailureProps) {
  const { t } = useTexts()
  const kind = isOutdated ? 'updated' : 'part'
  const recover = useEffectEvent(() => isOutdated || retry())
  useEffect(() => {
    window.addEventListener('online', recover)
    return () => window.removeEventListener('online', recover)
  }, [])
  return (
    <Empty art="cup" title={t(`failure.${kind}`)} lead={t(`failure.${kind}Lead`)} isPage={isPage}>
      {isOutdated ? null : (
        <button type="button" className="button primary" onClick={retry}>
          <RotateCw className="icon" aria-hidden="true" />
          {t('action.retry')}
        </button>
      )}
      <button
        type="button"
        className={`button ${isOutdated ? 'primary' : ''}`}
        onClick={() => window.location.reload()}
      >
        {t('failure.reload')}
      </button>
    </Empty>
  )
}

/**
 * A screen that is fetched when it is first opened, or earlier in idle time, with the texts of its room. The old screen
 * stays until it is loaded.
 */
export const fetchedScreen = (load: () => Promise<ComponentType<object>>, room?: TextRoom): Fetched<object> =>
  fetched({
    load: withTexts(load, room),
    waiting: 'none',
    isPrefetched: true,
    renderFailure: (_, missing) => (
      <main className="panel" id="main">
        <div className="panel-body">
          <PartFailure {...missing} isPage />
        </div>
      </main>
    ),
  })

/** The same for a screen inside another one. */
export const fetchedPart = (load: () => Promise<ComponentType<object>>, room?: TextRoom): Fetched<object> =>
  fetched({ load: withTexts(load, room), waiting: 'none', renderFailure: (_, missing) => <PartFailure {...missing} /> })

/** A panel above or beside a screen: nothing is shown in its place while it is being fetched. */
export const fetchedPanel = (load: () => Promise<ComponentType<object>>): Fetched<object> =>
  fetched({
    load: withTexts(load),
    isPrefetched: true,
    renderFailure: (_, missing) => (
      <aside className="panel">
        <PartFailure {...missing} />
      </aside>
    ),
  })
