import type { FoundHit } from '../../../backend/contract/search.ts'
import { encodePath } from '../lib/paths.ts'
import type { Http } from './http.ts'

/** The best hits of a search, and the number of all hits. */
export interface FoundBest {
  hits: readonly FoundHit[]
  total: number
}

export interface SearchWish {
  query: string
  /** The most hits to return. */
  limit: number
  signal: AbortSignal
}

export type SearchApi = ReturnType<typeof createSearchApi>

/** Searching by name (api-contract 5). */
export function createSearchApi(http: Http) {
  return {
    /**
     * Searches below a folder, the best hits first. Paths are relative to the folder.
     * @throws ApiError `badRequest` for an invalid filter
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
