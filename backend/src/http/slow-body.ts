// Small bodies have to come in time. Nothing else ends one that comes a byte at a time: to the server its connection is
// busy.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { JSON_MAX_SECONDS } from '../../contract/limits.ts'
import { AppError } from '../lib/app-error.ts'

/**
 * Reads a body by `read`, for so many milliseconds. Who is too slow is answered, and its connection closed.
 * @throws AppError `tooSlow`, and what `read` throws
 */
export async function inTime<T>(
  { req, res }: { req: IncomingMessage; res: ServerResponse },
  read: () => Promise<T>,
  limitMs = JSON_MAX_SECONDS * 1000,
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    // What still comes is not read on: the connection closes with the answer.
    res.setHeader('Connection', 'close')
    req.pause()
    reject(new AppError('tooSlow', 'the body took too long to arrive'))
  }, limitMs)
  try {
    return await Promise.race([read(), late])
  } finally {
    clearTimeout(timer)
  }
}
