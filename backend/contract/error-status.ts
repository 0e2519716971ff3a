// What can go wrong, by code, for programs that do without the schemas.

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
