// Translates the driver's errors.
import { mongo } from 'mongoose'
import { AppError } from '../lib/app-error.ts'

const DUPLICATE_KEY = 11_000

/** Whether a write violated a unique index (or `_id`): MongoDB error 11000. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY

/**
 * Runs an upsert. Two simultaneous upserts of one `_id` may both find nothing and both insert; the loser gets E11000
 * and finds the document on its second attempt.
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
 * Whether the socket died, or had been ended by the other side, when the driver wrote a command, which is reported as
 * Node's own error. The same errors of the storage or a client's socket have been handled before.
 */
function isDeadSocket(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown }
  return code === 'EPIPE' || (syscall === 'write' && code === 'ECONNRESET')
}

/**
 * An interrupted write of several documents: the driver reports its own failure as the server's, without a code.
 */
const isBrokenOff = (error: unknown): boolean => error instanceof mongo.MongoBulkWriteError && error.code === undefined

/** A driver's error as an AppError; undefined for other errors. Used by the error middleware. */
export function fromDatabase(error: unknown): AppError | undefined {
  if (isDuplicateKey(error)) return new AppError('conflict', 'somebody else changed it first', { cause: error })
  if (isDeadSocket(error))
    return new AppError('unavailable', 'the database does not respond', { cause: error, retryAfter: 5 })
  if (!(error instanceof mongo.MongoError) && (error as Error | null)?.name !== 'MongooseServerSelectionError')
    return undefined
  if (error instanceof mongo.MongoServerError && !isBrokenOff(error)) return undefined
  return new AppError('unavailable', 'the database does not respond', { cause: error, retryAfter: 5 })
}
