import { useTexts } from '../../i18n/useTexts.ts'
import { useTitle } from '../frame/useTitle.ts'
import { Failure } from './Failure.tsx'

/** Stands in the place of a screen that could not be fetched or drawn. The frame round it goes on. */
export function ScreenFailure() {
  const { t } = useTexts()
  const kind = navigator.onLine ? 'internal' : 'network'
  useTitle(t(`failure.${kind}`))
  return (
    <main className="panel" id="main">
      <div className="panel-body">
        <Failure kind={kind} isPage onRetry={() => window.location.reload()} />
      </div>
    </main>
  )
}
