// When an upload is retried, and what its error was.
import { ApiError, codeOfStatus, failedWith } from './http.ts'

const FIRST_DELAY_MS = 1000
export const LONGEST_DELAY_MS = 20_000

/** Milliseconds before each retry: 0, then 1 s doubling up to 20 s. */
export function retryDelays(count: number): number[] {
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (index - 1), LONGEST_DELAY_MS),
  )
}

/** Whether another try may help: no connection, a busy or broken server, a locked path. */
export const isPassing = (status: number) =>
  status === 0 ||
  status === 408 ||
  status === 423 ||
  status === 429 ||
  (status >= 500 && status !== 501 && status !== 507)

/**
 * Turns a status and a body, read outside of this transport, into an error.
 * @param isCreation whether the upload could not even be created
 */
export function failureOf(status: number, body: string, isCreation = false): ApiError {
  if (status === 0) return new ApiError(0, 'network', '001 Connection aborted')
  const code = codeOfBody(body) ?? codeOfStatus(status)
  const message = isCreation ? `Failed to create an upload: ${status} ${code}` : `Upload failed: ${failedWith(status)}`
  return new ApiError(status, code, message)
}

function codeOfBody(body: string): ApiError['code'] | null {
  try {
    return (JSON.parse(body) as { code?: ApiError['code'] }).code ?? null
  } catch {
    return null
  }
}
