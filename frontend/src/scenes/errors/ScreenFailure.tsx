import { useTexts } from '../../i18n/useTexts.ts'
import { useScreen } from '../frame/useScreen.ts'
import { Failure } from './Failure.tsx'

/** Replaces a screen that could not be rendered. `onRetry` renders it again; by default the page is reloaded. */
export function ScreenFailure({ onRetry = () => window.location.reload() }: { onRetry?(): void }) {
  const { t } = useTexts()
  const kind = navigator.onLine ? 'internal' : 'network'
  useScreen({ title: t(`failure.${kind}`) })
  return (
    <main className="panel" id="main">
      <div className="panel-body">
        <Failure kind={kind} isPage onRetry={onRetry} />
      </div>
    </main>
  )
}
