// When a followed feed or a watched folder is looked into next, and when it stops.
import type { JobFailure } from '../../../jobs/types.ts'
import type { FollowInput, FollowProgress } from './types.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const EVERY_MS = HOUR_MS
/** A folder is near, and somebody who puts something there waits for it. */
const FOLDER_EVERY_MS = MINUTE_MS
/** When there was more than one look may begin. */
const SOON_MS = 10 * MINUTE_MS
const LATEST_MS = 24 * HOUR_MS
/** Looks that fail in a row until it stops: about six days. */
const FAILURES_MAX = 10

/** What its person has to change first. */
const LASTING: readonly string[] = ['forbidden', 'noFolder', 'privateAddress', 'badLink']

/** Milliseconds until the next look after one that went well. */
export function pauseAfterSuccess({ kind }: Pick<FollowInput, 'kind'>, isMore: boolean): number {
  if (kind === 'folder') return FOLDER_EVERY_MS
  return isMore ? SOON_MS : EVERY_MS
}

/** Milliseconds until the next look after so many that failed; each pause is twice as long as the one before. */
export const pauseAfterFailures = (failures: number): number =>
  Math.min(LATEST_MS, EVERY_MS * 2 ** Math.max(0, failures - 1))

/** Whether it stops with a failure, until its person lets it go on. `failures`: those in a row, this one included. */
export const isLasting = (
  { code }: Pick<JobFailure, 'code'>,
  { failures, title }: Pick<FollowProgress, 'failures' | 'title'>,
): boolean =>
  LASTING.includes(code) ||
  failures >= FAILURES_MAX ||
  // It has never been a feed.
  (code === 'badFeed' && title === null)
