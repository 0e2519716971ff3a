// How the page describes links.
import { nameOf } from './paths.ts'

/** The last second that a date can represent (ECMAScript 21.4.1.1). */
const LAST_SECOND = 8_640_000_000_000

/**
 * When a link ends, as RFC 3339; null for never, and for a time beyond the calendar. `expire` in seconds since 1970.
 */
export const endOfLink = (expire: number): string | null =>
  expire === 0 || expire > LAST_SECOND ? null : new Date(expire * 1000).toISOString()

/** The name of a link's target; '' for a root. */
export const nameOfLink = ({ path }: { path: string }): string => nameOf(path.replace(/\/$/, ''))
