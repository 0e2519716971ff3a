// The hits of a search as rows.
import type { FoundHit } from '../../../../backend/contract/search.ts'
import type { Item } from '../../../../backend/contract/resources.ts'
import { typeOfName } from '../../lib/kind-of-name.ts'
import type { SearchApi } from '../../api/search.ts'
import type { SearchPlace } from './place.ts'
import { childOf, nameOf, parentOf } from '../../lib/paths.ts'

/** A hit, with its path in the person's tree. */
export interface Hit extends Item {
  folder: string
}

/** The answer of a search as rows. `total` includes hits that are left out. */
export interface FoundHits {
  hits: readonly Hit[]
  total: number
}

export interface FindWish {
  place: SearchPlace
  limit: number
  signal: AbortSignal
  /** The current rows. They are returned if the answer is the same. */
  before: readonly Hit[]
}

/**
 * Fetches the best hits for the search in an address.
 * @throws ApiError
 */
export async function findHits(
  api: Pick<SearchApi, 'find'>,
  { place: { folder, query, isEverywhere }, limit, signal, before }: FindWish,
): Promise<FoundHits> {
  const from = isEverywhere ? '/' : folder
  const { hits, total } = await api.find(from, { query, limit, signal })
  const found = hits.map((hit) => hitOf(from, hit))
  return { hits: isSameFound(before, found) ? before : found, total }
}

/** A hit below the folder `from`. Its type follows from its name, because a search only looks at names. */
function hitOf(from: string, { path: relative, dir, size, modified }: FoundHit): Hit {
  const path = childOf(from, relative)
  const name = nameOf(path)
  const dot = name.lastIndexOf('.')
  return {
    path,
    name,
    folder: parentOf(path),
    isDir: dir,
    size,
    modified,
    extension: dot < 0 ? '' : name.slice(dot),
    mode: 0,
    isSymlink: false,
    type: dir ? '' : typeOfName(name),
  }
}

/** Whether two answers have the same hits in the same order. */
function isSameFound(before: readonly Hit[], after: readonly Hit[]): boolean {
  return (
    before.length === after.length &&
    before.every((hit, index) => {
      const other = after[index]
      return (
        other !== undefined &&
        hit.path === other.path &&
        hit.isDir === other.isDir &&
        hit.size === other.size &&
        hit.modified === other.modified
      )
    })
  )
}
