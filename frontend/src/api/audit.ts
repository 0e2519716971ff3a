import type { AuditPage } from '../../../backend/contract/audit.ts'
import type { Http } from './http.ts'

/** Which entries are wanted: times are RFC 3339, kinds are separated by commas; what is left out does not matter. */
export interface AuditWish {
  after?: string
  before?: string
  who?: string
  kind?: string
}

/** The audit (api-contract 15), for administrators. */
export function createAuditApi(http: Http) {
  return {
    /** A page of it, newest first; `cursor` is from the page before. */
    page: (wish: AuditWish, cursor: string | null, signal: AbortSignal) =>
      http.json<AuditPage>('GET', '/api/audit', { query: { ...wish, ...(cursor === null ? {} : { cursor }) }, signal }),
    /** Where all that matches is downloaded from; the cookie speaks for the person. */
    exportUrl: (wish: AuditWish, format: 'csv' | 'jsonl') => http.url('/api/audit', { ...wish, format }),
  }
}
