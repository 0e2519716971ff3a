// What a search has found, as rows of the page.
import type { FoundHit } from '../../../../backend/contract/search.ts'
import type { Item } from '../../../../backend/contract/resources.ts'
import { typeOfName } from '../../lib/kind-of-name.ts'
import type { SearchApi } from '../../api/search.ts'
import type { SearchPlace } from './place.ts'
import { childOf, nameOf, parentOf } from '../../lib/paths.ts'

/** Something that was found, by its place in the person's tree. */
export interface Hit extends Item {
  folder: string
}

/** An answer as rows; `total` counts those too that it leaves out. */
export interface Found {
  hits: readonly Hit[]
  total: number
}

export interface FindWish {
  place: SearchPlace
  limit: number
  signal: AbortSignal
  /** What is shown; where the answer is the same, these are the rows. */
  before: readonly Hit[]
}

/** Asks for the best hits of what an address asks for. @throws ApiError */
export async function findHits(
  api: Pick<SearchApi, 'find'>,
  { place: { folder, query, isEverywhere }, limit, signal, before }: FindWish,
): Promise<Found> {
  const from = isEverywhere ? '/' : folder
  const { hits, total } = await api.find(from, { query, limit, signal })
  const found = hits.map((hit) => hitOf(from, hit))
  return { hits: isSameFound(before, found) ? before : found, total }
}

/** A hit below the folder `from`. Its type is that of its name: a search looks at names alone. */
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

/** Whether two answers say the same in the same order. */
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
