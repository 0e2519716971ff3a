import type { AuditPage } from '../../../backend/contract/audit.ts'
import type { Http } from './http.ts'

/** A filter for entries. Times are RFC 3339, kinds are separated by commas; omitted fields match everything. */
export interface AuditWish {
  after?: string
  before?: string
  who?: string
  kind?: string
}

/** The audit (api-contract 15), for administrators. */
export function createAuditApi(http: Http) {
  return {
    /** One page, newest first; `cursor` comes from the page before. */
    page: (wish: AuditWish, cursor: string | null, signal: AbortSignal) =>
      http.json<AuditPage>('GET', '/api/audit', { query: { ...wish, ...(cursor === null ? {} : { cursor }) }, signal }),
    /** The address of a download of all matching entries. The cookie authenticates it. */
    exportUrl: (wish: AuditWish, format: 'csv' | 'jsonl') => http.url('/api/audit', { ...wish, format }),
  }
}
