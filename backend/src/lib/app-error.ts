import { ERROR_STATUS, type ErrorCode } from '../../contract/error-status.ts'

/**
 * The one error that crosses Nido's door. Anything else that reaches the door is logged with its cause and answered 500
 * `internal`. `message` is for the log and the client's `400 Bad Request (why)`; the page shows its own words by
 * `code`.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  /** Seconds after which trying again makes sense (`Retry-After`). */
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
