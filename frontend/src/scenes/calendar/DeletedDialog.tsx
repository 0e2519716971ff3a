import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { CALENDAR_UNDO_DAYS } from '../../../../backend/contract/calendar-limits.ts'
import { messageOf } from '../../api/error-message.ts'
import { Dialog } from '../../dialogs/Dialog.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { OWN_KEYS, useKeyLayer } from '../../lib/useKeyLayer.ts'
import { calendarOf } from '../../stores/CalendarStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useMomentWords } from './useMomentWords.ts'

/** What was deleted, to bring it back. */
export const DeletedDialog = observer(function DeletedDialog() {
  const calendars = calendarOf(useRoot())
  const { t, tell } = useTexts()
  const { value, error } = calendars.deleted
  useKeyLayer(OWN_KEYS)
  useEffect(() => void calendars.refreshDeleted(), [calendars])
  return (
    <Dialog
      title={t('calendar.deleted')}
      description={t('calendar.deletedLead', { count: CALENDAR_UNDO_DAYS })}
      width={520}
      onClose={calendars.close}
    >
      {error === null ? null : <p className="notice bad">{tell(messageOf(error))}</p>}
      {value?.items.length === 0 ? <p className="hint">{t('calendar.nothingDeleted')}</p> : null}
      <DeletedList />
    </Dialog>
  )
})

const DeletedList = observer(function DeletedList() {
  const calendars = calendarOf(useRoot())
  const { t } = useTexts()
  const format = useFormat()
  const { momentOf } = useMomentWords()
  return (
    <ul className="cal-deleted">
      {calendars.deleted.value?.items.map((one) => (
        <li key={one.change} className="line">
          <div>
            <div className="strong cut" dir="auto">
              {one.count > 1 ? t('calendar.deletedMany', { title: one.title, count: one.count }) : one.title}
            </div>
            <div className="small faint">
              {momentOf(one.start)} · {t('calendar.deletedBy', { name: one.by, date: format.date(one.deleted) })}
            </div>
          </div>
          <button type="button" className="button push" onClick={() => void calendars.bringBack(one)}>
            {t('calendar.bringBack')}
          </button>
        </li>
      ))}
    </ul>
  )
})
