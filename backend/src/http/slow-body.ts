// Small bodies have to arrive in time. Nothing else ends a body that arrives one byte at a time, because its connection
// counts as busy.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { JSON_MAX_SECONDS } from '../../contract/limits.ts'
import { AppError } from '../lib/app-error.ts'

/**
 * Reads a body with `read` within a time limit. If it takes longer, the client is answered and its connection closed.
 * @throws AppError `tooSlow`, and what `read` throws
 */
export async function inTime<T>(
  { req, res }: { req: IncomingMessage; res: ServerResponse },
  read: () => Promise<T>,
  limitMs = JSON_MAX_SECONDS * 1000,
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    // What still arrives is not read: the connection is closed with the answer.
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
