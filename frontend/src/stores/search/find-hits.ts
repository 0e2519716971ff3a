// One run of a search: turns the server's batches into hits of the page.
import type { Found } from '../../../../backend/contract/search.ts'
import { childOf, nameOf, parentOf } from '../../lib/paths.ts'

/** An item that was found, by its path in the person's tree. */
export interface Hit {
  path: string
  name: string
  folder: string
  isDir: boolean
}

/** Somebody who finds more than this has to refine the search. */
export const MOST_HITS = 10_000
/** Results are shown in batches of this time, so that thousands of them do not render the page a thousand times. */
const BUNCH_MS = 100

/**
 * Reads what was found below a folder to the end, or up to the display limit. `onBunch` gets the intermediate results.
 * @throws ApiError, and the reason of `signal`
 */
export async function findHits(
  bunches: AsyncIterable<readonly Found[]>,
  from: string,
  onBunch: (hits: readonly Hit[]) => void,
): Promise<readonly Hit[]> {
  const hits: Hit[] = []
  let last = -BUNCH_MS
  for await (const bunch of bunches) {
    hits.push(...bunch.map(({ path, dir }) => hitAt(childOf(from, path), dir)))
    if (hits.length >= MOST_HITS) break
    if (performance.now() - last < BUNCH_MS) continue
    last = performance.now()
    onBunch([...hits])
  }
  return hits.slice(0, MOST_HITS)
}

const hitAt = (path: string, isDir: boolean): Hit => ({ path, isDir, name: nameOf(path), folder: parentOf(path) })

/**
 * Merges a newer answer of the same search: hits that are still found keep their place, new ones come after them.
 * Returns the same list if nothing differs.
 */
export function mergeHits(before: readonly Hit[], after: readonly Hit[]): readonly Hit[] {
  const keyOf = ({ path, isDir }: Hit) => `${isDir ? 'd' : 'f'}${path}`
  const known = new Set(before.map(keyOf))
  const found = new Set(after.map(keyOf))
  const kept = before.filter((hit) => found.has(keyOf(hit)))
  const added = after.filter((hit) => !known.has(keyOf(hit)))
  return added.length === 0 && kept.length === before.length ? before : [...kept, ...added]
}
