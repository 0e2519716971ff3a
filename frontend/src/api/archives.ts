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
    /** A page of a folder in an archive, or the progress while the server is reading a long one. */
    list: (path: string, inside: { folder: string; cursor?: string }, signal: AbortSignal) =>
      http.json<ArchiveListing>('GET', `/api/archive/entries${encodePath(path)}`, {
        query: inside,
        signal,
      }),
    /** The address of a file's bytes. The cookie identifies the person. `inline` lets the browser show the file. */
    entryUrl: (path: string, entry: string, inline = false) =>
      http.url(`/api/archive/raw${encodePath(path)}`, { entry, ...(inline ? { inline } : {}) }),
    /** Extracts entries; everything without `paths`. Returns an operation to wait for, or null if it is done. */
    extract: (path: string, wish: ExtractBody) => begun(`/api/archive/extract${encodePath(path)}`, wish),
    /** Creates an archive of items of a folder in that folder. Returns the same. */
    create: (folder: string, wish: CompressBody) => begun(`/api/archive/create${encodePath(folder)}`, wish),
    /** Fetches the first `most` bytes as text. */
    async text(path: string, entry: string, most: number): Promise<string> {
      const response = await http.request('GET', `/api/archive/raw${encodePath(path)}`, {
        query: { entry, inline: true },
        headers: { Range: `bytes=0-${most - 1}` },
      })
      return response.text()
    },
  }
}
