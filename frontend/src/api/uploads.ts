// Sends files with progress: small ones in one request, others by tus 1.0, so that they can continue after a break.
import { ACTION_HEADER, RENEW_HEADER, TOKEN_HEADER } from '../../../backend/contract/headers.ts'
import { fetchPart } from '../lib/fetch-part.ts'
import { encodePath } from '../lib/paths.ts'
import { prefetched } from '../lib/prefetch.ts'
import { ApiError, type Http } from './http.ts'
import { failureOf, isPassing, LONGEST_DELAY_MS, retryDelays } from './upload-tries.ts'

/** Files up to this size are sent in one POST: a break costs little, and 300 of them take 300 requests, not 900. */
export const WHOLE_MAX_BYTES = 4 * 1024 * 1024

export interface SentUpload {
  file: File
  /** Decoded, within the person's tree. */
  path: string
  override: boolean
  /** Names the action of files that are uploaded together. */
  action: string | undefined
  /** An upload of this file was started before. It continues at the server's offset. */
  resume: boolean
}

export interface TransferListener {
  /** Bytes of this file that have been sent. The number can fall when a chunk has to be sent again. */
  onProgress(sent: number): void
  onDone(): void
  /** There are no further tries; code `network` if the connection broke. */
  onFailed(error: ApiError): void
}

/** A transfer under way. `stop` ends it silently; what has arrived stays on the server. */
export interface RunningTransfer {
  stop(): void
}

export interface TransferSettings {
  /** Bytes; 0 sends a file in one request. */
  chunkSize: number
  retryCount: number
}

export interface TransferOptions extends TransferSettings {
  listener: TransferListener
}

/** Uploads (api-contract 3.2 and 6). */
export function createUploadsApi(http: Http) {
  return {
    /** Starts a transfer. A file too large for one small request is sent by tus. */
    start(transfer: SentUpload, settings: TransferSettings, listener: TransferListener): RunningTransfer {
      return transfer.file.size > WHOLE_MAX_BYTES
        ? sendInChunks(http, transfer, { ...settings, listener })
        : sendWhole(http, transfer, { ...settings, listener })
    },
    /** The bytes that the server has of an unfinished upload of this length; null if there is none (tus 1.0, HEAD). */
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
    /** Discards an unfinished upload, if there is one (tus 1.0, termination). */
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

function sendWhole(
  http: Http,
  { file, path, override, action }: SentUpload,
  { retryCount, listener }: TransferOptions,
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

/**
 * The code for tus is fetched with the first file that needs it. If it cannot be fetched, that counts as a broken
 * connection.
 */
function sendInChunks(http: Http, transfer: SentUpload, options: TransferOptions): RunningTransfer {
  let running: RunningTransfer | null = null
  let isStopped = false
  fetchPart(byTus.load).then(
    (send) => {
      running = isStopped ? null : send(http, transfer, options)
      return running
    },
    (cause: unknown) => options.listener.onFailed(new ApiError(0, 'network', '001 Connection aborted', { cause })),
  )
  return {
    stop() {
      isStopped = true
      running?.stop()
    },
  }
}

const byTus = prefetched(async () => (await import('./uploads-by-tus.ts')).sendByTus)
