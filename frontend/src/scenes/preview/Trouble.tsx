import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import type { Kind } from '../../lib/kinds.ts'
import { StageCard } from './StageCard.tsx'
import type { FileSource } from './viewer.ts'

const WORDS = {
  empty: 'preview.empty',
  broken: 'document.broken',
  protected: 'document.protected',
  parts: 'document.parts',
  decoder: 'document.decoder',
  undrawn: 'document.undrawn',
  large: 'document.large',
  lost: 'error.network',
} as const

/** What can be opened elsewhere. */
const DOWNLOADED = new Set<keyof typeof WORDS>(['broken', 'large', 'parts', 'decoder', 'undrawn'])

interface TroubleProps {
  kind: Kind
  /** `large`: too many bytes to show; `lost`: the bytes could not be fetched. */
  what: keyof typeof WORDS
  /** Bytes of the largest file of its kind that is shown. */
  limit?: number
  source: FileSource
  onRetry?(): void
}

/** Says why a document cannot be shown, and what to do. */
export function Trouble({ kind, what, limit, source, onRetry }: TroubleProps) {
  const { t } = useTexts()
  const { size } = useFormat()
  const text = [
    ...(what === 'large' && limit !== undefined ? [t('document.limit', { size: size(limit) })] : []),
    ...(DOWNLOADED.has(what) ? [t('preview.downloadInstead')] : []),
    ...(what === 'protected' ? [t('document.protectedHow')] : []),
  ].join(' ')
  return (
    <StageCard kind={kind} title={t(WORDS[what])} {...(text === '' ? {} : { text })}>
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
