// Sends a file in one request.
import { ACTION_HEADER, RENEW_HEADER, TOKEN_HEADER } from '../../../backend/contract/headers.ts'
import { encodePath } from '../lib/paths.ts'
import type { Http } from './http.ts'
import { failureOf, isPassing, LONGEST_DELAY_MS, retryDelays } from './upload-tries.ts'
import type { RunningTransfer, SentUpload, TransferOptions } from './uploads.ts'

export function sendWhole(
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
      // The next try sends everything again.
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
