import type { CSSProperties } from 'react'
import type { ArchiveScan } from '../../../../backend/contract/opened-archives.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { percentOf } from '../../lib/percent-of.ts'

/** The progress while the server reads a long archive. */
export function ReadingArchive({ scan: { bytesDone, bytesTotal } }: { scan: ArchiveScan }) {
  const { t } = useTexts()
  const { size } = useFormat()
  const percent = percentOf(bytesDone, bytesTotal)
  return (
    <div className="archive-reading">
      <h2>{t('archive.reading')}</h2>
      <div
        className="progress thick"
        style={{ '--v': `${percent ?? 0}%` } as CSSProperties}
        role="progressbar"
        aria-valuenow={percent ?? undefined}
        aria-label={t('archive.reading')}
      >
        <i />
      </div>
      <p className="muted num">{t('archive.readSoFar', { done: size(bytesDone), total: size(bytesTotal) })}</p>
    </div>
  )
}
