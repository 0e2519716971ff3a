// The one transport of the page: every call of the API goes through here.
import type { ErrorCode } from '../../../backend/contract/errors.ts'
import { ERROR_STATUS } from '../../../backend/contract/error-status.ts'
import { RENEW_HEADER, TOKEN_HEADER } from '../../../backend/contract/headers.ts'

/** An error code: one of the contract, or `network` if no answer came (status 0). */
export type ApiErrorCode = ErrorCode | 'network'

/** A call that was refused or got no answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ApiErrorCode
  /** Seconds until another try makes sense (`Retry-After`, RFC 9110 10.2.3); 0 if the server did not say. */
  readonly retryAfter: number

  // The same parameters as `Error`: the message, then the details.
  // eslint-disable-next-line max-params
  constructor(
    status: number,
    code: ApiErrorCode,
    message: string,
    options: { retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.status = status
    this.code = code
    this.retryAfter = options.retryAfter ?? 0
  }
}

/** Turns anything thrown into an ApiError. An unknown error is a bug in the page's own code. */
export const toApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError(500, 'internal', String(error), { cause: error })

/** Errors that pass by themselves: a lost connection, a busy server, a locked path. */
const TRANSIENT: ReadonlySet<ApiErrorCode> = new Set(['network', 'unavailable', 'tooManyRequests', 'locked'])

/** Whether another try may help, so that the current view can stay. */
export const isTransient = (error: unknown): boolean => error instanceof ApiError && TRANSIENT.has(error.code)

export type Query = Record<string, string | number | boolean | undefined>

export interface RequestOptions {
  query?: Query
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  body?: BodyInit
  signal?: AbortSignal
  /** Sent without the token: a guest's call has nothing to do with the session that this browser may have. */
  isGuest?: boolean
  /** Whether the call outlives the page that makes it (the Fetch standard's `keepalive`, for bodies up to 64 KiB). */
  keepalive?: boolean
  /** The answer counts even if somebody else is signed in by then: for signing in and out. */
  outlivesPerson?: boolean
}

/** What the session needs to know about other calls. */
export interface SessionListener {
  /** A call that carried the token was answered 401. */
  onUnauthorized(token: string): void
  /** An answer said `X-Renew-Token: true` (api-contract 1.1). */
  onRenewalAsked(): void
}

export class Http {
  /** The path the service lives under, without a trailing slash; '' for the root. */
  readonly baseUrl: string
  token: string | null = null
  /** Called when the server has answered, whatever it said. A proxy alone may answer 5xx. */
  onReached: () => void = () => undefined
  #listener: SessionListener | null = null
  /** Counts the people who have been signed in. */
  #people = 0
  readonly #fetch: typeof fetch

  constructor(baseUrl: string, fetchFunction: typeof fetch = (input, init) => fetch(input, init)) {
    this.baseUrl = baseUrl
    this.#fetch = fetchFunction
  }

  /** Registers the listener that handles a 401 and a request for renewal. */
  listen(listener: SessionListener): void {
    this.#listener = listener
  }

  /**
   * Somebody else is signed in now. Pending calls of the previous person are never answered, so that nothing continues
   * with their results.
   */
  forget(): void {
    this.#people += 1
  }

  /** The address of a call, for links and uploads. `path` is already percent-encoded. */
  url(path: string, query: Query = {}): string {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
    const text = search.toString()
    return `${this.baseUrl}${path}${text === '' ? '' : `?${text}`}`
  }

  /**
   * Makes one call and returns its response if it is 2xx.
   * @throws ApiError for every other status, and with code `network` if no answer came
   */
  async request(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
    const token = options.isGuest === true ? null : this.token
    const people = this.#people
    const isLate = () => token !== null && options.outlivesPerson !== true && people !== this.#people
    try {
      const response = await this.#send(method, path, { ...options, token })
      if (response.status < 500) this.onReached()
      this.notice(token, response.status, response.headers.get(RENEW_HEADER))
      if (response.ok && !isLate()) return response
      throw await errorOf(response)
    } catch (error) {
      // Never resolves: whoever waits for it belongs to the person who left.
      if (isLate()) return await new Promise<never>(() => {})
      throw error
    }
  }

  /**
   * The same, with the answer read as JSON. 202 without content means that the `download` permission is missing
   * (api-contract 1.3).
   */
  async json<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
    const response = await this.request(method, path, options)
    if (response.status === 202) throw new ApiError(202, 'downloadDenied', 'the content may not be downloaded')
    return (await response.json()) as T
  }

  /**
   * Tells the session what an answer says about the token of its call. Uploads use it too, because they have a
   * transport of their own.
   */
  notice(token: string | null, status: number, renew: string | null): void {
    if (token === null) return
    if (renew === 'true') this.#listener?.onRenewalAsked()
    if (status === 401) this.#listener?.onUnauthorized(token)
  }

  async #send(
    method: string,
    path: string,
    { token, ...options }: RequestOptions & { token: string | null },
  ): Promise<Response> {
    const headers = new Headers({ Accept: 'application/json, application/problem+json', ...options.headers })
    if (token !== null) headers.set(TOKEN_HEADER, token)
    const init: RequestInit = { method, headers, cache: 'no-store', keepalive: options.keepalive ?? false }
    if (options.json !== undefined) {
      headers.set('Content-Type', 'application/json')
      init.body = JSON.stringify(options.json)
    } else if (options.body !== undefined) init.body = options.body
    if (options.signal !== undefined) init.signal = options.signal
    try {
      return await this.#fetch(this.url(path, options.query), init)
    } catch (cause) {
      if (options.signal?.aborted === true) throw cause
      throw new ApiError(0, 'network', '000 No connection', { cause })
    }
  }
}

/** The message for a response without one of its own. */
export const failedWith = (status: number): string => `Request failed with status code ${status}`

/** Turns an error answer into an ApiError: from RFC 9457 if the server sent it, otherwise from the status alone. */
export async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  const problem = response.headers.get('Content-Type')?.includes('json') === true ? parseProblem(text) : {}
  const code = problem.code ?? codeOfStatus(response.status)
  const message = problem.detail ?? problem.title ?? (text.trim() || failedWith(response.status))
  return new ApiError(response.status, code, message, { retryAfter: Number(response.headers.get('Retry-After')) || 0 })
}

function parseProblem(text: string): { code?: ErrorCode; title?: string; detail?: string } {
  try {
    const { code, title, detail } = JSON.parse(text) as Record<string, unknown>
    return {
      ...(typeof code === 'string' && code in ERROR_STATUS ? { code: code as ErrorCode } : {}),
      ...(typeof title === 'string' ? { title } : {}),
      ...(typeof detail === 'string' ? { detail } : {}),
    }
  } catch {
    return {}
  }
}

/** The code for an answer that has only a status, usually from a proxy. */
export function codeOfStatus(status: number): ErrorCode {
  const exact = (Object.keys(ERROR_STATUS) as ErrorCode[]).find(
    (code) => ERROR_STATUS[code] === status && code !== 'wrongCredentials',
  )
  if (exact !== undefined) return exact
  return status >= 500 ? (status === 502 || status === 504 ? 'unavailable' : 'internal') : 'badRequest'
}
