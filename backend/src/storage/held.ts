// A path on which an operation is at work. Others wait for it a while, and are refused then.
import { AppError } from '../lib/app-error.ts'

/** How long others wait for a path that an operation holds. */
export const HELD_WAIT_MS = 30_000

export const held = (): AppError => new AppError('locked', 'an operation is at work on that path', { retryAfter: 5 })
