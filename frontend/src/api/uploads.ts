// Sends files with progress: small ones in one request, the others by tus 1.0, so that they go on after a break.
import { type DetailedError, type HttpRequest, Upload } from 'tus-js-client'
import { ACTION_HEADER, RENEW_HEADER, TOKEN_HEADER } from '../../../backend/contract/headers.ts'
import { encodePath } from '../lib/paths.ts'
import { ApiError, codeOfStatus, type Http } from './http.ts'

/** Files up to this size go in one POST: a break costs little, and 300 of them take 300 requests, not 900. */
export const WHOLE_MAX_BYTES = 4 * 1024 * 1024
const FIRST_DELAY_MS = 1000
const LONGEST_DELAY_MS = 20_000

export interface Transfer {
  file: File
  /** Decoded, within the person's tree. */
  path: string
  override: boolean
  /** Names the files that are brought in one go. */
  action: string | undefined
  /** An upload of this file was begun before; it goes on where the server says. */
  resume: boolean
}

export interface TransferListener {
  /** Bytes of this file that have gone; also back, when a chunk has to be sent again. */
  onProgress(sent: number): void
  onDone(): void
  /** No further tries; code `network` when the connection broke. */
  onFailed(error: ApiError): void
}

/** A transfer under way. `stop` ends it quietly; what has arrived waits on the server. */
export interface RunningTransfer {
  stop(): void
}

export interface TransferSettings {
  /** Bytes; 0 sends a file in one go. */
  chunkSize: number
  retryCount: number
}

/** Milliseconds before each try again: 0, then 1 s doubling up to 20 s. */
export function retryDelays(count: number): number[] {
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (index - 1), LONGEST_DELAY_MS),
  )
}

/** Uploads (api-contract 3.2 and 6). */
export function createUploadsApi(http: Http) {
  return {
    /** Begins a transfer; a file of more than one small request goes by tus. */
    start(transfer: Transfer, settings: TransferSettings, listener: TransferListener): RunningTransfer {
      return transfer.file.size > WHOLE_MAX_BYTES
        ? sendInChunks(http, transfer, settings, listener)
        : sendWhole(http, transfer, settings, listener)
    },
    /** Bytes the server has of an unfinished upload of this length; null where there is none (tus 1.0, HEAD). */
    async offset(path: string, length: number): Promise<number | null> {
      try {
        const { headers } = await http.request('HEAD', `/api/tus${encodePath(path)}`, {
          headers: { 'Tus-Resumable': '1.0.0' },
        })
        return Number(headers.get('Upload-Length')) === length ? Number(headers.get('Upload-Offset')) : null
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    /** Throws an unfinished upload away; one that is not there is fine (tus 1.0, termination). */
    async discard(path: string): Promise<void> {
      await http
        .request('DELETE', `/api/tus${encodePath(path)}`, { headers: { 'Tus-Resumable': '1.0.0' } })
        .catch((error: unknown) => {
          if (!(error instanceof ApiError && error.status === 404)) throw error
        })
    },
  }
}
export type UploadsApi = ReturnType<typeof createUploadsApi>

/** Whether another try may help: no connection, a busy or broken server, a path that something holds. */
const isPassing = (status: number) =>
  status === 0 ||
  status === 408 ||
  status === 423 ||
  status === 429 ||
  (status >= 500 && status !== 501 && status !== 507)

function failureOf(status: number, body: string): ApiError {
  if (status === 0) return new ApiError(0, 'network', '001 Connection aborted')
  return new ApiError(status, codeOfBody(body) ?? codeOfStatus(status), body.trim())
}

function codeOfBody(body: string): ApiError['code'] | null {
  try {
    return (JSON.parse(body) as { code?: ApiError['code'] }).code ?? null
  } catch {
    return null
  }
}

function sendWhole(
  http: Http,
  { file, path, override, action }: Transfer,
  { retryCount }: TransferSettings,
  listener: TransferListener,
): RunningTransfer {
  const delays = retryDelays(retryCount)
  let request: XMLHttpRequest | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = (attempt: number) => {
    const xhr = (request = new XMLHttpRequest())
    const token = http.token
    const settle = () => {
      http.notice(token, xhr.status, xhr.getResponseHeader(RENEW_HEADER))
      if (xhr.status >= 200 && xhr.status < 300) return listener.onDone()
      const delay = delays[attempt]
      if (!isPassing(xhr.status) || delay === undefined)
        return listener.onFailed(failureOf(xhr.status, xhr.responseText))
      // The next try sends all of it again.
      listener.onProgress(0)
      const asked = 1000 * Number(xhr.getResponseHeader('Retry-After') ?? 0)
      timer = setTimeout(() => send(attempt + 1), Math.max(delay, Math.min(asked, LONGEST_DELAY_MS)))
    }
    xhr.open('POST', http.url(`/api/resources${encodePath(path)}`, { override, modified: file.lastModified }))
    if (token !== null) xhr.setRequestHeader(TOKEN_HEADER, token)
    if (action !== undefined) xhr.setRequestHeader(ACTION_HEADER, action)
    xhr.setRequestHeader('Accept', 'application/problem+json')
    xhr.setRequestHeader('Content-Type', 'application/octet-stream')
    xhr.upload.onprogress = (event) => listener.onProgress(Math.min(event.loaded, file.size))
    xhr.onload = xhr.onerror = settle
    xhr.send(file)
  }
  send(0)
  return {
    stop() {
      clearTimeout(timer)
      if (request) request.onload = request.onerror = request.upload.onprogress = null
      request?.abort()
    },
  }
}

function sendInChunks(
  http: Http,
  { file, path, override, action, resume }: Transfer,
  { chunkSize, retryCount }: TransferSettings,
  listener: TransferListener,
): RunningTransfer {
  const address = new URL(http.url(`/api/tus${encodePath(path)}`), location.href).href
  let token = http.token
  const upload = new Upload(file, {
    endpoint: `${address}?override=${override}`,
    // An upload's address is its path (api-contract 6); with it tus-js-client asks for the offset first, and begins
    // anew on a 404.
    uploadUrl: resume ? address : null,
    metadata: { mtime: String(file.lastModified) },
    chunkSize: chunkSize > 0 ? chunkSize : Infinity,
    retryDelays: retryDelays(retryCount),
    storeFingerprintForResuming: false,
    onBeforeRequest: (request: HttpRequest) => {
      token = http.token
      if (token !== null) request.setHeader(TOKEN_HEADER, token)
      if (action !== undefined) request.setHeader(ACTION_HEADER, action)
      request.setHeader('Accept', 'application/problem+json')
    },
    onAfterResponse: (_request, response) =>
      http.notice(token, response.getStatus(), response.getHeader(RENEW_HEADER) ?? null),
    onShouldRetry: ({ originalRequest, originalResponse }) => {
      const status = originalResponse?.getStatus() ?? 0
      // 409 on a chunk: the offset is another one than we thought, and HEAD tells it. 409 on creation: the name is
      // taken.
      return isPassing(status) || (status === 409 && originalRequest.getMethod() === 'PATCH')
    },
    onProgress: (sent) => listener.onProgress(sent),
    onSuccess: () => listener.onDone(),
    onError: (error) => {
      const response = (error as DetailedError).originalResponse
      listener.onFailed(failureOf(response?.getStatus() ?? 0, response?.getBody() ?? ''))
    },
  })
  upload.start()
  return { stop: () => void upload.abort() }
}
