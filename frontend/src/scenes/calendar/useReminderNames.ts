import { useMemo } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'

const HOUR = 60
const DAY = 24 * HOUR
const UNITS = [
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', 1],
] as const

/** Minutes before an event, for the choice of the form. A day is told of at hours when people are awake. */
const CHOICES: readonly number[] = [0, 5, 10, 30, HOUR, DAY, 7 * DAY]
const DAY_CHOICES: readonly number[] = [6 * HOUR, 15 * HOUR, 7 * DAY - 9 * HOUR]

/** The words for reminders, by minutes before the start. */
export function useReminderNames() {
  const { t, language } = useTranslation()
  return useMemo(() => {
    const clock = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
    const lengthOf = (minutes: number): string => {
      const [unit, size] = UNITS.find(([, each]) => minutes % each === 0) ?? ['minute', 1]
      return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(minutes / size)
    }
    return {
      choicesFor: (allDay: boolean): readonly number[] => (allDay ? DAY_CHOICES : CHOICES),
      nameOf(minutes: number, allDay: boolean): string {
        if (!allDay) return minutes === 0 ? t('reminders.atStart') : t('reminders.before', { time: lengthOf(minutes) })
        const count = Math.ceil(minutes / DAY)
        const time = clock.format(new Date((count * DAY - minutes) * 60_000))
        return count === 0 ? t('reminders.onDay', { time }) : t('reminders.daysBefore', { count, time })
      },
    }
  }, [t, language])
}
