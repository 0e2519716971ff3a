// Sends a file in chunks by tus 1.0, so that it can continue after a break.
import { type DetailedError, type HttpRequest, Upload } from 'tus-js-client'
import { ACTION_HEADER, RENEW_HEADER, TOKEN_HEADER } from '../../../backend/contract/headers.ts'
import { encodePath } from '../lib/paths.ts'
import { ApiError, type Http } from './http.ts'
import { failureOf, isPassing, retryDelays } from './upload-tries.ts'
import type { RunningTransfer, SentUpload, TransferOptions } from './uploads.ts'

/** Starts an upload, or continues at the server's offset. */
export function sendByTus(
  http: Http,
  { file, path, override, action, resume }: SentUpload,
  { chunkSize, retryCount, listener }: TransferOptions,
): RunningTransfer {
  if (!Number.isFinite(chunkSize) || !Number.isFinite(retryCount)) {
    listener.onFailed(new ApiError(500, 'internal', 'Tus.io settings are not defined'))
    return { stop: () => undefined }
  }
  const address = new URL(http.url(`/api/tus${encodePath(path)}`), location.href).href
  let token = http.token
  const upload = new Upload(file, {
    endpoint: `${address}?override=${override}`,
    // An upload's address is its path (api-contract 6). With it, tus-js-client asks for the offset first, and starts
    // again on a 404.
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
      // 409 on a chunk: our offset is wrong, and HEAD returns the right one. 409 on creation: the name is taken.
      return isPassing(status) || (status === 409 && originalRequest.getMethod() === 'PATCH')
    },
    onProgress: (sent) => listener.onProgress(sent),
    onSuccess: () => listener.onDone(),
    onError: (error) => listener.onFailed(whyFailed(error)),
  })
  upload.start()
  return { stop: () => void upload.abort() }
}

function whyFailed(error: Partial<DetailedError>): ApiError {
  const { originalRequest, originalResponse: response } = error
  const isCreation = originalRequest?.getMethod() === 'POST'
  return failureOf(response?.getStatus() ?? 0, response?.getBody() ?? '', isCreation)
}
