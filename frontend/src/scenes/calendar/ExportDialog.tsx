import { FileDown } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { Dialog } from '../../dialogs/Dialog.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { OWN_KEYS, useKeyLayer } from '../../lib/useKeyLayer.ts'
import { CalendarDevices } from '../../stores/calendar/CalendarDevices.ts'
import { CalendarFeed } from '../../stores/calendar/CalendarFeed.ts'
import { calendarOf } from '../../stores/CalendarStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { DeviceFields } from './DeviceFields.tsx'
import { FeedFields } from './FeedFields.tsx'
import { useCalendarWords } from './useCalendarWords.ts'

/** Calendars for other programs: as files, at a private address, and by CalDAV. */
export const ExportDialog = observer(function ExportDialog() {
  const root = useRoot()
  const { t } = useTexts()
  const [feed] = useState(() => new CalendarFeed(root))
  const [devices] = useState(() => new CalendarDevices(root))
  useEffect(() => {
    void feed.refresh()
    void devices.refresh()
  }, [feed, devices])
  useKeyLayer(OWN_KEYS)
  // All at once: a part that comes later would move the buttons under a finger, as the dialog stays in the middle.
  const isKnown = (feed.state ?? feed.error) !== null && (devices.items ?? devices.error) !== null
  return (
    <Dialog title={t('calendar.export.title')} width={520} onClose={calendarOf(root).close}>
      <div className="cal-form" aria-busy={!isKnown}>
        {isKnown ? (
          <>
            <Files />
            <FeedFields feed={feed} />
            <DeviceFields devices={devices} />
          </>
        ) : (
          [1, 2, 3].map((part) => <span key={part} className="skeleton" aria-hidden="true" />)
        )}
      </div>
    </Dialog>
  )
})

const Files = observer(function Files() {
  const root = useRoot()
  const calendars = calendarOf(root)
  const { t } = useTexts()
  const { nameOf } = useCalendarWords(calendars)
  const me = root.session.user?.id
  const shown = calendars.calendars.filter(({ owner, outside }) => !outside && (owner === null || owner === me))
  return (
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
  )
})
