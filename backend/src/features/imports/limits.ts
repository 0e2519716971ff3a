// How fast imports may be.
import type { Settings } from '../../../contract/settings.ts'

/** Bytes a second; 0 for no limit. */
export interface Rates {
  down: number
  up: number
}

/** What one of so many running imports of a worker may take at an hour of the day. */
export function limitsAt(settings: Settings['imports'], { hour, running }: { hour: number; running: number }): Rates {
  const isQuiet = isBetween(hour, settings.quietFrom, settings.quietTo)
  const [down, up] = isQuiet ? [settings.quietDownLimit, settings.quietUpLimit] : [settings.downLimit, settings.upLimit]
  const shareOf = (limit: number) => (limit === 0 ? 0 : Math.max(1, Math.floor(limit / Math.max(1, running))))
  return { down: shareOf(down), up: shareOf(up) }
}

/** Whether an hour lies between two others, also across midnight. */
const isBetween = (hour: number, from: number, to: number): boolean =>
  from <= to ? hour >= from && hour < to : hour >= from || hour < to
