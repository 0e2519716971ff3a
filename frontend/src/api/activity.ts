import type { Activity } from '../../../backend/contract/activity.ts'
import type { Http } from './http.ts'

/** A filter; omitted fields match everything. */
export interface ActivityWish {
  where?: string
  who?: string
  kind?: string
}

/** What people did with files. */
export function createActivityApi(http: Http) {
  return {
    /** One page, newest first; `cursor` comes from the page before. */
    page: (wish: ActivityWish, cursor: string | null, signal: AbortSignal) =>
      http.json<Activity>('GET', '/api/activity', {
        query: { ...wish, ...(cursor === null ? {} : { cursor }) },
        signal,
      }),
  }
}
