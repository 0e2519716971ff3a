import type { ArchiveListing, CompressBody, ExtractBody } from '../../../backend/contract/opened-archives.ts'
import { encodePath } from '../lib/paths.ts'
import type { Http } from './http.ts'
import { operationOf } from './resources.ts'

/** Archives that are opened like folders. Paths in an archive have no slash at either end. */
export function createArchivesApi(http: Http) {
  const begun = async (url: string, json: unknown): Promise<string | null> => {
    const response = await http.request('POST', url, { json, headers: { Prefer: 'respond-async' } })
    return response.status === 202 ? operationOf(response) : null
  }
  return {
    /** A page of a folder in an archive, or how far the server has read a long one. */
    list: (path: string, inside: { folder: string; cursor?: string }, signal: AbortSignal) =>
      http.json<ArchiveListing>('GET', `/api/archive/entries${encodePath(path)}`, {
        query: inside,
        signal,
      }),
    /** Address of a file's bytes; the cookie speaks for the person. `inline` lets the browser show it. */
    entryUrl: (path: string, entry: string, inline = false) =>
      http.url(`/api/archive/raw${encodePath(path)}`, { entry, ...(inline ? { inline } : {}) }),
    /** Extracts entries, everything without `paths`; answers an operation to wait for, or null when it is over. */
    extract: (path: string, wish: ExtractBody) => begun(`/api/archive/extract${encodePath(path)}`, wish),
    /** Makes an archive of items of a folder, in it; answers the same. */
    create: (folder: string, wish: CompressBody) => begun(`/api/archive/create${encodePath(folder)}`, wish),
    /** The beginning of a text. */
    async text(path: string, entry: string, most: number): Promise<string> {
      const response = await http.request('GET', `/api/archive/raw${encodePath(path)}`, {
        query: { entry, inline: true },
        headers: { Range: `bytes=0-${most - 1}` },
      })
      return response.text()
    },
  }
}
