// When a person may play: a part of each day, by the clock of the server. It may go past midnight.
import type { PlayTime } from '../../../contract/arcade.ts'

const MINUTES_A_DAY = 24 * 60
const MINUTE_MS = 60_000

/** `16:30` → minutes since midnight. */
const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))

/**
 * Whether somebody may play at a time, and for how much longer.
 * @param hours as the person's record has them: `16:00-20:00`, or '' for always
 * @param now in ms since 1970
 */
export function playTimeOf(hours: string, now: number): PlayTime {
  if (hours === '') return { hours, isOpen: true, closesIn: null }
  const [from = 0, to = 0] = hours.split('-').map(minutesOf)
  const at = new Date(now)
  const minute = at.getHours() * 60 + at.getMinutes()
  const isOpen = from < to ? minute >= from && minute < to : minute >= from || minute < to
  const left = ((to - minute + MINUTES_A_DAY) % MINUTES_A_DAY) * MINUTE_MS
  return { hours, isOpen, closesIn: isOpen ? Math.ceil((left - (now % MINUTE_MS)) / 1000) : null }
}
