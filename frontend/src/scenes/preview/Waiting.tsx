import { messageOf } from '../../api/error-message.ts'
import type { ApiError } from '../../api/http.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import type { Kind } from '../../lib/kinds.ts'
import { StageCard } from './StageCard.tsx'
import { Trouble } from './Trouble.tsx'
import type { FileSource } from './viewer.ts'

/** Shown until a document has loaded. */
export function Waiting() {
  const { t } = useTexts()
  return (
    <span className="stage-wait" role="status">
      {t('preview.loading')}
    </span>
  )
}

interface FetchTroubleProps {
  kind: Kind
  error: ApiError
  source: FileSource
  onRetry(): void
}

/** Says why the bytes of a document could not be fetched. */
export function FetchTrouble({ kind, error, source, onRetry }: FetchTroubleProps) {
  const { t, tell } = useTexts()
  if (error.code === 'network') return <Trouble kind={kind} what="lost" source={source} onRetry={onRetry} />
  return (
    <StageCard kind={kind} title={error.code === 'downloadDenied' ? t('preview.notAllowed') : tell(messageOf(error))}>
      <button type="button" className="button" onClick={onRetry}>
        <span className="label">{t('action.retry')}</span>
      </button>
    </StageCard>
  )
}
