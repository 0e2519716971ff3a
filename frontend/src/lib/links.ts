// Links as the page tells of them.
import { nameOf } from './paths.ts'

/** The last second that a date can tell (ECMAScript 21.4.1.1). */
const LAST_SECOND = 8_640_000_000_000

/**
 * When a link ends, as RFC 3339; null for never, and for a time that no calendar reaches. `expire` in seconds since
 * 1970.
 */
export const endOfLink = (expire: number): string | null =>
  expire === 0 || expire > LAST_SECOND ? null : new Date(expire * 1000).toISOString()

/** What a link leads to is called; '' for a root. */
export const nameOfLink = ({ path }: { path: string }): string => nameOf(path.replace(/\/$/, ''))
