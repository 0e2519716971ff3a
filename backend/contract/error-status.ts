// The error codes and their HTTP statuses. Without schemas, for programs that do not need them.

/** Code → HTTP status. */
export const ERROR_STATUS = {
  // The permission `download` is missing. Answered without content, as the reference server does.
  downloadDenied: 202,
  badRequest: 400,
  // The caller had to prove who they are by their current password, and it was wrong.
  passwordRefused: 400,
  notSignedIn: 401,
  passwordNeeded: 401,
  wrongCredentials: 403,
  forbidden: 403,
  // There would be no administrator left.
  lastAdmin: 403,
  notFound: 404,
  methodNotAllowed: 405,
  // The body took too long to arrive.
  tooSlow: 408,
  conflict: 409,
  goneMeanwhile: 409,
  // The person has reached the maximum number of them.
  tooMany: 409,
  // It was cancelled part-way. What was done by then stays.
  stopped: 409,
  isFolder: 409,
  isFile: 409,
  preconditionFailed: 412,
  tooLarge: 413,
  unsupportedMediaType: 415,
  rangeNotSatisfiable: 416,
  // The requested host does not belong to this site.
  misdirected: 421,
  locked: 423,
  tooManyRequests: 429,
  internal: 500,
  notImplemented: 501,
  unavailable: 503,
  // The replica that did it was killed. What was done by then stays.
  interrupted: 503,
  // The person has too many unfinished uploads. A 503, because tus clients do not retry after most other codes.
  tooManyUploads: 503,
  noRoom: 507,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** Whether a text that came from elsewhere is a code. */
export const isErrorCode = (text: string | null): text is ErrorCode =>
  text !== null && Object.hasOwn(ERROR_STATUS, text)
