import type { FileVersions } from '../../../backend/contract/trash.ts'
import { encodePath } from '../lib/paths.ts'
import type { Http } from './http.ts'

/** Earlier versions of a file (api-contract 15). */
export function createVersionsApi(http: Http) {
  return {
    /** Newest first. The first one is the present file. */
    list: (path: string, signal: AbortSignal) =>
      http.json<FileVersions>('GET', `/api/versions${encodePath(path)}`, { signal }),
    /** Restores an older version to the top. The present one becomes an older one. */
    async restore(path: string, version: string): Promise<void> {
      await http.request('PATCH', `/api/resources${encodePath(path)}`, { query: { action: 'restore', version } })
    },
    /** The address of a version's bytes. The cookie authenticates it. */
    rawUrl: (path: string, version: string) => http.url(`/api/raw${encodePath(path)}`, { version }),
  }
}
