// Errors on the wire: stable codes, and the status of each.
import { z } from 'zod'
import { ERROR_STATUS, type ErrorCode } from './error-status.ts'

export { ERROR_STATUS, type ErrorCode } from './error-status.ts'

export const errorCode = z.enum(Object.keys(ERROR_STATUS) as ErrorCode[])

/** RFC 9457 body, sent to clients that accept `application/problem+json`. */
export const problem = z.strictObject({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  code: errorCode.describe('Stable; what clients should go by.'),
  detail: z.string().optional().describe('A few words for people who investigate.'),
  requestId: z.string().describe('Identifies the request in the log.'),
})
export type Problem = z.infer<typeof problem>
