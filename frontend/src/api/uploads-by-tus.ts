// Sends a file in chunks by tus 1.0, so that it can continue after a break.
import { type DetailedError, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client'
import { ACTION_HEADER, RENEW_HEADER, TOKEN_HEADER, UPLOAD_HEADER } from '../../../backend/contract/headers.ts'
import { encodePath } from '../lib/paths.ts'
import { ApiError, type Http } from './http.ts'
import { failureOf, isPassing, retryDelays } from './upload-tries.ts'
import type { RunningTransfer, SentUpload, TransferOptions } from './uploads.ts'

/** Starts an upload, or continues at the server's offset. */
export function sendByTus(
  http: Http,
  { file, path, override, action, resume, upload }: SentUpload,
  { chunkSize, retryCount, listener }: TransferOptions,
): RunningTransfer {
  if (!Number.isFinite(chunkSize) || !Number.isFinite(retryCount)) {
    listener.onFailed(new ApiError(500, 'internal', 'Tus.io settings are not defined'))
    return { stop: () => undefined }
  }
  const address = new URL(http.url(`/api/tus${encodePath(path)}`), location.href).href
  const transfer: Upload = new Upload(file, {
    endpoint: `${address}?override=${override}`,
    // An upload's address is its path (api-contract 6). With it, tus-js-client asks for the offset first, and starts
    // again on a 404.
    uploadUrl: resume ? address : null,
    metadata: { mtime: String(file.lastModified) },
    chunkSize: chunkSize > 0 ? chunkSize : Infinity,
    retryDelays: retryDelays(retryCount),
    storeFingerprintForResuming: false,
    ...withHeaders(http, {
      action,
      upload,
      onNamed: (name) => listener.onNamed(name),
      onReplaced(error) {
        void transfer.abort()
        listener.onFailed(error)
      },
    }),
    onShouldRetry: ({ originalRequest, originalResponse }) => {
      const status = originalResponse?.getStatus() ?? 0
      // 409 on a chunk: our offset is wrong, and HEAD returns the right one. 409 on creation: the name is taken.
      return isPassing(status) || (status === 409 && originalRequest.getMethod() === 'PATCH')
    },
    onProgress: (sent) => listener.onProgress(sent),
    onSuccess: () => listener.onDone(),
    onError: (error) => listener.onFailed(whyFailed(error)),
  })
  transfer.start()
  return { stop: () => void transfer.abort() }
}

interface Exchange extends Pick<SentUpload, 'action' | 'upload'> {
  onNamed(name: string): void
  /** Another upload has taken the place of this one, which must end: its bytes would become part of another file. */
  onReplaced(error: ApiError): void
}

/** What each request of an upload says in its headers, and what is taken from those of its answer. */
function withHeaders(http: Http, { action, upload, onNamed, onReplaced }: Exchange) {
  let token = http.token
  let name = upload
  return {
    onBeforeRequest(request: HttpRequest) {
      token = http.token
      if (token !== null) request.setHeader(TOKEN_HEADER, token)
      if (action !== undefined) request.setHeader(ACTION_HEADER, action)
      if (name !== null && request.getMethod() === 'PATCH') request.setHeader(UPLOAD_HEADER, name)
      request.setHeader('Accept', 'application/problem+json')
    },
    onAfterResponse(request: HttpRequest, response: HttpResponse) {
      http.notice(token, response.getStatus(), response.getHeader(RENEW_HEADER) ?? null)
      const told = response.getHeader(UPLOAD_HEADER)
      if (!told || told === name) return
      if (name !== null && request.getMethod() === 'HEAD') {
        const error = new ApiError(412, 'preconditionFailed', 'another upload to this path has begun since')
        onReplaced(error)
        // Else tus-js-client would go on from the offset that it has just been told.
        throw error
      }
      name = told
      onNamed(told)
    },
  }
}

function whyFailed(error: Partial<DetailedError>): ApiError {
  const { originalRequest, originalResponse: response } = error
  const isCreation = originalRequest?.getMethod() === 'POST'
  return failureOf(response?.getStatus() ?? 0, response?.getBody() ?? '', isCreation)
}
