import { useMemo } from 'react'
import type { Reminder } from '../../../../backend/contract/reminders.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Says what a reminder is of, and when that is. `now` in milliseconds since 1970. */
export function useReminderWords() {
  const { t, language } = useTranslation()
  return useMemo(() => {
    const day = { weekday: 'short', day: 'numeric', month: 'short' } as const
    const days = new Intl.DateTimeFormat(language, { ...day, timeZone: 'UTC' })
    const times = new Intl.DateTimeFormat(language, { ...day, hour: 'numeric', minute: '2-digit' })
    const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
    return {
      titleOf: ({ title, busy }: Reminder): string => (busy ? t('calendar.busy') : title),
      /** `in 10 minutes`. Of whole days, only their date is told. */
      whenOf({ allDay, start }: Reminder, now: number): string {
        if (allDay) return days.format(new Date(start))
        const left = Date.parse(start) - now
        const [unit, ms] = UNITS.find(([, size]) => Math.abs(left) >= size) ?? ['minute', 60_000]
        return `${times.format(new Date(start))} · ${relative.format(Math.round(left / ms), unit)}`
      },
    }
  }, [t, language])
}
