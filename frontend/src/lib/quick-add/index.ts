// Reads an event from a line such as "dentist tomorrow 4pm" or "dentista mañana a las 16", in English or Spanish.
import { readDays } from './read-days.ts'
import { readTime, type ReadTime } from './read-time.ts'
import { ReadText } from './text.ts'

export interface QuickEvent {
  title: string
  allDay: boolean
  /** A date, or a local time. */
  start: string
  /** Exclusive. */
  end: string
  rule: string | null
}

const HOUR = 60

/**
 * Null for a line without a title. Without a day, the event is today, or tomorrow if its time has passed.
 * `isMonthFirst`: whether the reader writes 12/24 for the 24th of December.
 */
export function readQuickAdd(line: string, now: Date, isMonthFirst = false): QuickEvent | null {
  const text = new ReadText(line)
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  // "9 de la mañana" is a time, and "mañana" a day, so times come first. But "24-27 dec" is no time.
  const time = readTime(text)
  const days = readDays(text, today, isMonthFirst)
  const title = text.rest
  if (title === '') return null
  if (time === null) {
    const { first, last, rule } = days ?? { first: today, last: today, rule: null }
    return { title, allDay: true, start: dateOf(first), end: dateOf(addDays(last, 1)), rule }
  }
  const day = days?.first ?? (hasPassed(time, now) ? addDays(today, 1) : today)
  const end = time.end ?? time.start + HOUR
  return { title, allDay: false, start: momentOf(day, time.start), end: momentOf(day, end), rule: days?.rule ?? null }
}

const hasPassed = ({ start }: ReadTime, now: Date): boolean => start < now.getHours() * HOUR + now.getMinutes()
const addDays = (day: Date, count: number): Date => new Date(day.getFullYear(), day.getMonth(), day.getDate() + count)
const two = (value: number): string => String(value).padStart(2, '0')

/** `2026-11-26`, by the clock of this device. */
export const dateOf = (day: Date): string =>
  `${String(day.getFullYear()).padStart(4, '0')}-${two(day.getMonth() + 1)}-${two(day.getDate())}`

const momentOf = (day: Date, minutes: number): string => {
  const date = dateOf(addDays(day, Math.floor(minutes / (24 * HOUR))))
  return `${date}T${two(Math.floor(minutes / HOUR) % 24)}:${two(minutes % HOUR)}`
}
