// What can go wrong on the wire: one stable code a trouble, and the status it is answered with.
import { z } from 'zod'

/** Code → HTTP status (api-contract: which status for which trouble). */
export const ERROR_STATUS = {
  // The permission to download is missing: answered with no content at all, as the reference server does.
  downloadDenied: 202,
  badRequest: 400,
  // The password of who acts, sent as proof, is another one.
  passwordRefused: 400,
  notSignedIn: 401,
  passwordNeeded: 401,
  wrongCredentials: 403,
  forbidden: 403,
  // No administrator would be left.
  lastAdmin: 403,
  notFound: 404,
  methodNotAllowed: 405,
  // The body took longer to come than bodies of its kind may.
  tooSlow: 408,
  conflict: 409,
  goneMeanwhile: 409,
  // The person has as many of them as one may have.
  tooMany: 409,
  // It was cancelled on its way: what had happened by then stays.
  stopped: 409,
  isFolder: 409,
  isFile: 409,
  preconditionFailed: 412,
  tooLarge: 413,
  unsupportedMediaType: 415,
  rangeNotSatisfiable: 416,
  // The host that was asked for is none of this site's.
  misdirected: 421,
  locked: 423,
  tooManyRequests: 429,
  internal: 500,
  notImplemented: 501,
  unavailable: 503,
  // The person has as many unfinished uploads as one may have: tus clients try again after 503, and after few others.
  tooManyUploads: 503,
  noRoom: 507,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

export const errorCode = z.enum(Object.keys(ERROR_STATUS) as ErrorCode[])

/** RFC 9457 body, sent to clients that accept `application/problem+json`. */
export const problem = z.strictObject({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  code: errorCode.describe('Stable: what clients go by.'),
  detail: z.string().optional().describe('A few words for people who look into it.'),
  requestId: z.string().describe('Names the request in the log.'),
})
export type Problem = z.infer<typeof problem>
