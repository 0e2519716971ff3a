import { FileDown } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { Dialog } from '../../dialogs/Dialog.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { OWN_KEYS, useKeyLayer } from '../../lib/useKeyLayer.ts'
import { calendarOf } from '../../stores/CalendarStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { DeviceFields } from './DeviceFields.tsx'
import { FeedFields } from './FeedFields.tsx'
import { useCalendarWords } from './useCalendarWords.ts'

/** Calendars for other programs: as files, and at a private address. */
export const ExportDialog = observer(function ExportDialog() {
  const { session } = useRoot()
  const calendars = calendarOf(useRoot())
  const { t } = useTexts()
  const { nameOf } = useCalendarWords(calendars)
  useKeyLayer(OWN_KEYS)
  const shown = calendars.calendars.filter(
    ({ owner, outside }) => !outside && (owner === null || owner === session.user?.id),
  )
  return (
    <Dialog title={t('calendar.export.title')} width={520} onClose={calendars.close}>
      <div className="cal-form">
        <section className="cal-form">
          <h3>{t('calendar.export.files')}</h3>
          <ul className="cal-files">
            {shown.map((calendar) => (
              <li key={calendar.id}>
                <a className="button" href={calendars.exportUrl(calendar.id)} download>
                  <FileDown className="icon" aria-hidden="true" />
                  <span className="label cut" dir="auto">
                    {nameOf(calendar)}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
        <FeedFields />
        <DeviceFields />
      </div>
    </Dialog>
  )
})
