// One run of a search: what comes in bunches from the server becomes hits of the page.
import type { Found } from '../../../../backend/contract/search.ts'
import { childOf, nameOf, parentOf } from '../../lib/paths.ts'

/** Something that was found, by its place in the person's tree. */
export interface Hit {
  path: string
  name: string
  folder: string
  isDir: boolean
}

/** Who finds more than this looks for something else. */
export const MOST_HITS = 10_000
/** Results come in bunches of this time, so that thousands do not draw the page a thousand times. */
const BUNCH_MS = 100

/**
 * Reads what was found below a folder to its end, or to as many as are shown; `onBunch` is told what there is
 * meanwhile.
 * @throws ApiError, and what `signal` was aborted with
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
 * A newer answer of the same search: what is found still stays where it stands, and what is new comes behind it. The
 * same list where nothing differs.
 */
export function mergeHits(before: readonly Hit[], after: readonly Hit[]): readonly Hit[] {
  const keyOf = ({ path, isDir }: Hit) => `${isDir ? 'd' : 'f'}${path}`
  const known = new Set(before.map(keyOf))
  const found = new Set(after.map(keyOf))
  const kept = before.filter((hit) => found.has(keyOf(hit)))
  const added = after.filter((hit) => !known.has(keyOf(hit)))
  return added.length === 0 && kept.length === before.length ? before : [...kept, ...added]
}
