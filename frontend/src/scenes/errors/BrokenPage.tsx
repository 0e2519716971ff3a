import { RotateCw } from 'lucide-react'
import { Empty } from '../../components/Empty.tsx'
import { useTexts } from '../../i18n/useTexts.ts'

/** Replaces a page without a frame that could not be rendered. */
export function BrokenPage({ onRetry }: { onRetry(): void }) {
  const { t } = useTexts()
  return (
    <main className="panel" id="main">
      <Empty art="cup" title={t('failure.internal')} lead={t('failure.internalLead')} isPage>
        <button type="button" className="button primary" onClick={onRetry}>
          <RotateCw className="icon" aria-hidden="true" />
          {t('action.retry')}
        </button>
      </Empty>
    </main>
  )
}
