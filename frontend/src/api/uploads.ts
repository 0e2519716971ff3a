// Sends files with progress: small ones in one request, others by tus 1.0, so that they can continue after a break.
import { UPLOAD_HEADER } from '../../../backend/contract/headers.ts'
import { fetchPart } from '../lib/fetch-part.ts'
import { encodePath } from '../lib/paths.ts'
import { type Prefetched, prefetched } from '../lib/prefetch.ts'
import { ApiError, type Http } from './http.ts'

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
  /** The name that the server gave it; null if it did not tell. It is not continued as another one. */
  upload: string | null
}

export interface TransferListener {
  /** Bytes of this file that have been sent. The number can fall when a chunk has to be sent again. */
  onProgress(sent: number): void
  /** The server has given the upload a name. */
  onNamed(upload: string): void
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
      const transport = transfer.file.size > WHOLE_MAX_BYTES ? byTus : asWhole
      return sendBy(transport, (send) => send(http, transfer, { ...settings, listener }), listener)
    },
    /**
     * The bytes that the server has of an unfinished upload of this length and name; null if there is none (tus 1.0,
     * HEAD).
     */
    async offset(path: string, { length, upload }: { length: number; upload: string | null }): Promise<number | null> {
      try {
        const { headers } = await http.request('HEAD', `/api/tus${encodePath(path)}`, {
          headers: { 'Tus-Resumable': '1.0.0' },
        })
        const isIt =
          Number(headers.get('Upload-Length')) === length && (upload === null || headers.get(UPLOAD_HEADER) === upload)
        return isIt ? Number(headers.get('Upload-Offset')) : null
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    /** Discards an unfinished upload, if it is still there (tus 1.0, termination). */
    async discard(path: string, upload: string | null): Promise<void> {
      await http
        .request('DELETE', `/api/tus${encodePath(path)}`, {
          headers: { 'Tus-Resumable': '1.0.0', ...(upload !== null && { [UPLOAD_HEADER]: upload }) },
        })
        .catch((error: unknown) => {
          if (!(error instanceof ApiError && (error.status === 404 || error.code === 'preconditionFailed'))) throw error
        })
    },
  }
}
export type UploadsApi = ReturnType<typeof createUploadsApi>

type Send = (http: Http, transfer: SentUpload, options: TransferOptions) => RunningTransfer

const asWhole = prefetched<Send>(async () => (await import('./uploads-as-whole.ts')).sendWhole)
const byTus = prefetched<Send>(async () => (await import('./uploads-by-tus.ts')).sendByTus)

/**
 * The code of a transport is fetched with the first file that needs it. If it cannot be fetched, that counts as a
 * broken connection.
 */
function sendBy(
  transport: Prefetched<Send>,
  begin: (send: Send) => RunningTransfer,
  listener: TransferListener,
): RunningTransfer {
  let running: RunningTransfer | null = null
  let isStopped = false
  fetchPart(transport.load).then(
    (send) => {
      running = isStopped ? null : begin(send)
      return running
    },
    (cause: unknown) => listener.onFailed(new ApiError(0, 'network', '001 Connection aborted', { cause })),
  )
  return {
    stop() {
      isStopped = true
      running?.stop()
    },
  }
}
