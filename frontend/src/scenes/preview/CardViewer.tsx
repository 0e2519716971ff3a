import { useTexts } from '../../i18n/useTexts.ts'
import { kindOf } from '../../lib/kinds.ts'
import { StageCard } from './StageCard.tsx'
import type { ViewerProps } from './viewer.ts'

/** A file that browsers have no means for: what it is, and its download. */
export function CardViewer({ item, source }: ViewerProps) {
  const { t } = useTexts()
  return (
    <StageCard kind={kindOf(item)} title={t('preview.cannotShow')} text={t('preview.downloadInstead')}>
      {source.downloadButton}
    </StageCard>
  )
}
