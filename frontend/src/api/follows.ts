import type { FollowBody, FollowList, FollowRecord } from '../../../backend/contract/follows.ts'
import type { Http } from './http.ts'

/** Feeds, podcasts and channels that a worker looks into. */
export function createFollowsApi(http: Http) {
  const at = (id: string) => `/api/follows/${encodeURIComponent(id)}`
  return {
    /** The person's own ones; for administrators also everybody's. */
    list: (query: { all?: boolean }, signal: AbortSignal) =>
      http.json<FollowList>('GET', '/api/follows', { query, signal }),
    add: (body: FollowBody) => http.json<FollowRecord>('POST', '/api/follows', { json: body }),
    /** Looks now; one that is paused or has stopped goes on. */
    async look(id: string): Promise<void> {
      await http.request('POST', `${at(id)}/look`)
    },
    async pause(id: string): Promise<void> {
      await http.request('POST', `${at(id)}/pause`)
    },
    async remove(id: string): Promise<void> {
      await http.request('DELETE', at(id))
    },
  }
}
