// What of the calendar is shown at once, and how far its buttons go.
import { Temporal } from 'temporal-polyfill'

export const VIEW_NAMES = ['month', 'week', 'day', 'agenda'] as const
export type CalendarView = (typeof VIEW_NAMES)[number]

/** The names that FullCalendar has for them. */
export const TYPES: Readonly<Record<CalendarView, string>> = {
  month: 'dayGridMonth',
  week: 'timeGridWeek',
  day: 'timeGridDay',
  agenda: 'agenda',
}

export const today = (): string => Temporal.Now.plainDateISO().toString()

const STEPS: Readonly<Record<CalendarView, Temporal.DurationLike>> = {
  month: { months: 1 },
  week: { weeks: 1 },
  day: { days: 1 },
  agenda: { days: 30 },
}

/** The day that the next or the previous part begins with. A month begins with its first day. */
export function stepped(view: CalendarView, date: string, direction: 1 | -1): string {
  const day = Temporal.PlainDate.from(date)
  const from = view === 'month' ? day.with({ day: 1 }) : day
  const step = Temporal.Duration.from(STEPS[view])
  return (direction === 1 ? from.add(step) : from.subtract(step)).toString()
}

/** A day of the address, or today. */
export function readDate(text: string | null): string {
  try {
    return Temporal.PlainDate.from(text ?? '').toString()
  } catch {
    return today()
  }
}
