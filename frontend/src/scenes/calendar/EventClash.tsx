import { observer } from 'mobx-react-lite'
import type { EventRecord } from '../../../../backend/contract/calendar.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { calendarOf } from '../../stores/CalendarStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { useMomentWords } from './useMomentWords.ts'

interface EventClashProps {
  /** The event as somebody else has left it. */
  theirs: EventRecord
  at: string | null
  onKeepMine(): void
}

/** Says that somebody else has changed the event meanwhile: theirs is shown above one's own, which is in the form. */
export const EventClash = observer(function EventClash({ theirs, at, onKeepMine }: EventClashProps) {
  const calendars = calendarOf(useRoot())
  const { t } = useTexts()
  const { spanOf } = useMomentWords()
  const takeTheirs = () => {
    calendars.close()
    void calendars.refresh()
    calendars.open({ kind: 'event', id: theirs.id, at })
  }
  return (
    <div className="notice warn" role="alert">
      <div>
        <strong>{t('calendar.clash.title')}</strong>
        <p dir="auto">
          {theirs.title} · {spanOf(theirs)}
          {theirs.place === '' ? '' : ` · ${theirs.place}`}
        </p>
        <div className="line">
          <button type="button" className="button" onClick={takeTheirs}>
            {t('calendar.clash.theirs')}
          </button>
          <button type="button" className="button" onClick={onKeepMine}>
            {t('calendar.clash.mine')}
          </button>
        </div>
      </div>
    </div>
  )
})
