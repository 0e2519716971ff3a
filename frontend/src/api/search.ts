import type { FoundHit } from '../../../backend/contract/search.ts'
import { encodePath } from '../lib/paths.ts'
import type { Http } from './http.ts'

/** The best hits of a search, and how many there are in all. */
export interface FoundBest {
  hits: readonly FoundHit[]
  total: number
}

export interface SearchWish {
  query: string
  /** At most so many hits. */
  limit: number
  signal: AbortSignal
}

export type SearchApi = ReturnType<typeof createSearchApi>

/** Searching by name (api-contract 5). */
export function createSearchApi(http: Http) {
  return {
    /**
     * What fits a query below a folder, the best first; paths are relative to the folder.
     * @throws ApiError `badRequest` for a filter that cannot be read
     */
    async find(folder: string, { query, limit, signal }: SearchWish): Promise<FoundBest> {
      const response = await http.request('GET', `/api/search${encodePath(folder)}`, {
        query: { query, limit },
        signal,
      })
      const hits = (await response.json()) as FoundHit[]
      return { hits, total: Number(response.headers.get('X-Total-Count') ?? hits.length) }
    },
  }
}
