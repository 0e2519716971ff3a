// A path that an operation is at work on: whoever wants it waits for a while, then is told so.
import { AppError } from '../lib/app-error.ts'

/** How long a path that an operation holds is waited for. */
export const HELD_WAIT_MS = 30_000

export const held = (): AppError => new AppError('locked', 'an operation is at work on that path', { retryAfter: 5 })
