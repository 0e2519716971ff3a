import { CloudOff } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Says that the server cannot be reached, and when the listing was fetched. */
export const OfflineNote = observer(function OfflineNote() {
  const { listing } = useRoot()
  const { t } = useTexts()
  const { date } = useFormat()
  const { keptAt } = listing
  return (
    <p className="notice plain offline-note" role="status">
      <CloudOff className="icon sm" aria-hidden="true" />
      {keptAt === null ? t('offline.note') : t('offline.noteSince', { when: date(new Date(keptAt).toISOString()) })}
    </p>
  )
})
