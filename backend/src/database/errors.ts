// The driver's errors, translated at the database's door.
import { mongo } from 'mongoose'
import { AppError } from '../lib/app-error.ts'

const DUPLICATE_KEY = 11_000

/** Whether a write met a unique index (or an `_id`) that is taken: MongoDB error 11000. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY

/**
 * Runs an upsert. Two that race for one `_id` may both find nothing and both insert: the loser gets E11000 and finds
 * the document the second time.
 */
export async function upsert<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    return run()
  }
}

/**
 * Whether the socket died while the driver wrote a command to it: that comes through as Node's own error. What the
 * storage or a client's socket says so has been told apart before.
 */
function isDeadSocket(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown }
  return syscall === 'write' && (code === 'EPIPE' || code === 'ECONNRESET')
}

/**
 * Writes of several documents that broke off: the driver tells its own failure as the server's, which has no code then.
 */
const isBrokenOff = (error: unknown): boolean => error instanceof mongo.MongoBulkWriteError && error.code === undefined

/** A driver's error as Nido's, or undefined for what is none of the driver's. Used by the one door of errors. */
export function fromDatabase(error: unknown): AppError | undefined {
  if (isDuplicateKey(error)) return new AppError('conflict', 'somebody else changed it first', { cause: error })
  if (isDeadSocket(error))
    return new AppError('unavailable', 'the database does not respond', { cause: error, retryAfter: 5 })
  if (!(error instanceof mongo.MongoError) && (error as Error | null)?.name !== 'MongooseServerSelectionError')
    return undefined
  if (error instanceof mongo.MongoServerError && !isBrokenOff(error)) return undefined
  return new AppError('unavailable', 'the database does not respond', { cause: error, retryAfter: 5 })
}
