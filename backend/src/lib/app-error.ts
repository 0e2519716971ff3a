import { ERROR_STATUS, type ErrorCode } from '../../contract/error-status.ts'

/**
 * The only error that becomes an answer of its own. Any other error is logged with its cause and answered with 500
 * `internal`. `message` is for the log and the client's `400 Bad Request (why)`; the page translates `code`.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  /** Seconds after which to try again (`Retry-After`). */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; retryAfter?: number } = {}) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.retryAfter = options.retryAfter
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

/**
 * What is looked for, or null where an AppError says that it is not there.
 * @throws every other error of the look
 */
export async function nullIfNotFound<T>(look: Promise<T>): Promise<T | null> {
  try {
    return await look
  } catch (error) {
    if (error instanceof AppError && error.code === 'notFound') return null
    throw error
  }
}
