// Reminders of events that are due, over whatever screen is shown.
import { BellRing } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import type { Reminder } from '../../../../backend/contract/reminders.ts'
import { SNOOZE_MINUTES, type SnoozeMinutes } from '../../../../backend/contract/reminder-limits.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { keepFocus } from '../../lib/focus-row.ts'
import { remindersOf } from '../../stores/RemindersStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { openEvent } from './open-event.ts'
import { useNotifications } from './useNotifications.ts'
import { usePush } from './usePush.ts'
import { useReminderWords } from './useReminderWords.ts'

const MINUTE_MS = 60_000

/** A screen reader is told of each at once: it is about time. */
export const Reminders = observer(function Reminders() {
  const reminders = remindersOf(useRoot())
  const { t } = useTexts()
  useEffect(() => reminders.watch(), [reminders])
  useNotifications(reminders.shown)
  usePush(reminders.shown)
  return (
    <section className="reminders" aria-label={t('reminders.region')} aria-live="assertive" aria-relevant="additions">
      {reminders.shown.map((reminder) => (
        <ReminderCard key={reminder.key} reminder={reminder} />
      ))}
    </section>
  )
})

const ReminderCard = observer(function ReminderCard({ reminder }: { reminder: Reminder }) {
  const reminders = remindersOf(useRoot())
  const { titleOf, whenOf } = useReminderWords()
  const now = useMinutes(() => reminders.now())
  return (
    <article className="reminder" aria-label={titleOf(reminder)}>
      <BellRing className="icon" aria-hidden="true" />
      <div className="summary">
        <div className="strong" dir="auto">
          {titleOf(reminder)}
        </div>
        <div className="small muted">{whenOf(reminder, now)}</div>
        {reminder.place === '' ? null : (
          <div className="small muted cut" dir="auto">
            {reminder.place}
          </div>
        )}
      </div>
      <ReminderChoices reminder={reminder} />
    </article>
  )
})

const ReminderChoices = observer(function ReminderChoices({ reminder }: { reminder: Reminder }) {
  const root = useRoot()
  const { t } = useTexts()
  const answer = (snooze: SnoozeMinutes | null) => {
    void remindersOf(root).answer(reminder, snooze)
    keepFocus()
  }
  const open = () => {
    answer(null)
    openEvent(root, reminder)
  }
  return (
    <div className="choices">
      <button type="button" className="button" onClick={open}>
        {t('reminders.open')}
      </button>
      {SNOOZE_MINUTES.map((count) => (
        <button
          key={count}
          type="button"
          className="button plain"
          aria-label={t('reminders.snooze', { count })}
          onClick={() => answer(count)}
        >
          {t('reminders.later', { count })}
        </button>
      ))}
      <button type="button" className="button plain push" onClick={() => answer(null)}>
        {t('reminders.dismiss')}
      </button>
    </div>
  )
})

/** The time, anew each half minute. */
function useMinutes(now: () => number): number {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), MINUTE_MS / 2)
    return () => clearInterval(timer)
  })
  return time
}
