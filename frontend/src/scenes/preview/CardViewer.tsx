import { useTexts } from '../../i18n/useTexts.ts'
import { kindOf } from '../../lib/kinds.ts'
import { StageCard } from './StageCard.tsx'
import type { ViewerProps } from './viewer.ts'

/** A file that browsers cannot show: what it is, and a download button. */
export function CardViewer({ item, source }: ViewerProps) {
  const { t } = useTexts()
  return (
    <StageCard kind={kindOf(item)} title={t('preview.cannotShow')} text={t('preview.downloadInstead')}>
      {source.downloadButton}
    </StageCard>
  )
}
