import { observer } from 'mobx-react-lite'
import { messageOf } from '../../api/error-message.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { calendarOf } from '../../stores/CalendarStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/** Why the events could not be fetched. What was shown before stays. */
export const CalendarFailure = observer(function CalendarFailure() {
  const calendars = calendarOf(useRoot())
  const { t, tell } = useTexts()
  const { error } = calendars.window
  if (error === null) return null
  return (
    <div className="notice warn" role="alert">
      <p>{tell(messageOf(error))}</p>
      <button type="button" className="button push" onClick={() => void calendars.refresh()}>
        {t('action.retry')}
      </button>
    </div>
  )
})
