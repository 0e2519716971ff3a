import { observer } from 'mobx-react-lite'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** The number of folders and files, and their size: `4 folders, 12 files · 6.58 GB`. */
export const Count = observer(function Count() {
  const { listing } = useRoot()
  const { t } = useTexts()
  const format = useFormat()
  const { numDirs, numFiles, size, state } = listing
  if (state !== 'ready') return <p className="count">&nbsp;</p>
  if (numDirs + numFiles === 0) return <p className="count">{t('listing.empty')}</p>
  const parts = [
    ...(numDirs > 0 ? [t('listing.folders', { count: numDirs })] : []),
    ...(numFiles > 0 ? [t('listing.files', { count: numFiles })] : []),
  ]
  return (
    <p className="count">
      {format.list(parts)}
      {/* A number is not parted from its unit. */}
      {size > 0 ? ` · ${format.size(size).replace(' ', '\u00a0')}` : ''}
    </p>
  )
})
