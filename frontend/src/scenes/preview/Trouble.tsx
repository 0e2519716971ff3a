import { useTexts } from '../../i18n/useTexts.ts'
import type { Kind } from '../../lib/kinds.ts'
import { StageCard } from './StageCard.tsx'
import type { FileSource } from './viewer.ts'

const WORDS = {
  empty: 'preview.empty',
  broken: 'document.broken',
  large: 'document.large',
  lost: 'error.network',
} as const

interface TroubleProps {
  kind: Kind
  /** `large`: too many bytes to be shown; `lost`: they did not come. */
  what: keyof typeof WORDS
  source: FileSource
  onRetry?(): void
}

/** Why a document cannot be shown, with a way on. */
export function Trouble({ kind, what, source, onRetry }: TroubleProps) {
  const { t } = useTexts()
  return (
    <StageCard
      kind={kind}
      title={t(WORDS[what])}
      {...(what === 'broken' || what === 'large' ? { text: t('preview.downloadInstead') } : {})}
    >
      {what === 'lost' && onRetry ? (
        <button type="button" className="button primary" onClick={onRetry}>
          <span className="label">{t('action.retry')}</span>
        </button>
      ) : (
        source.downloadButton
      )}
    </StageCard>
  )
}
