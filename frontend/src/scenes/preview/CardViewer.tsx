import { FactList } from '../../components/FactList.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { kindOf } from '../../lib/kinds.ts'
import { StageCard } from './StageCard.tsx'
import type { ViewerProps } from './viewer.ts'

/** A file that browsers cannot show: its kind, size and date, and a download button. */
export function CardViewer({ item, source }: ViewerProps) {
  const { t } = useTexts()
  const { size, date } = useFormat(true)
  const kind = kindOf(item)
  const ending = item.extension.slice(1).toUpperCase()
  const facts = [
    [t('preview.info.kind'), [t(`kind.${kind}`), ending].filter((word) => word !== '').join(' · ')],
    [t('preview.info.size'), size(item.size)],
    [t('preview.info.modified'), date(item.modified) || t('preview.info.unknown')],
  ] as const
  return (
    <StageCard kind={kind} title={t('preview.cannotShow')} text={t('preview.downloadInstead')}>
      <FactList className="card-facts" facts={facts} />
      {source.downloadButton}
    </StageCard>
  )
}
