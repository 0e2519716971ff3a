import type { FileVersions } from '../../../backend/contract/trash.ts'
import { encodePath } from '../lib/paths.ts'
import type { Http } from './http.ts'

/** What a file was before (api-contract 15). */
export function createVersionsApi(http: Http) {
  return {
    /** Newest first; the first one is the file as it is. */
    list: (path: string, signal: AbortSignal) =>
      http.json<FileVersions>('GET', `/api/versions${encodePath(path)}`, { signal }),
    /** Puts an older version on top; the present one becomes an older one. */
    async restore(path: string, version: string): Promise<void> {
      await http.request('PATCH', `/api/resources${encodePath(path)}`, { query: { action: 'restore', version } })
    },
    /** Address of a version's bytes; the cookie speaks for the person. */
    rawUrl: (path: string, version: string) => http.url(`/api/raw${encodePath(path)}`, { version }),
  }
}
