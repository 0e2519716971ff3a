import type { StatusRecord } from '../../../backend/contract/status.ts'
import type { Http } from './http.ts'

/** What works, and what does not (api-contract 15). */
export function createStatusApi(http: Http) {
  return {
    get: (signal: AbortSignal) => http.json<StatusRecord>('GET', '/api/status', { signal }),
  }
}
