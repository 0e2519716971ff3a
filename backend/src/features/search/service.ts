// Searching an actor's tree by name.
import { NO_TIME } from '../../../contract/resources.ts'
import type { Found, FoundHit } from '../../../contract/search.ts'
import { Best } from '../../lib/best.ts'
import { sortInTurns } from '../../lib/sort-in-turns.ts'
import { Yielding } from '../../lib/yielding.ts'
import { nameOf, type UserPath } from '../../storage/paths.ts'
import type { Actor } from '../access/actor.ts'
import type { Tree } from '../tree/service.ts'
import { byNaturalOrder } from '../tree/sorting.ts'
import type { FoundPath } from '../tree/walking.ts'
import { parseQuery, type SearchQuery } from './query.ts'

/** The best hits of a search, in order, and the number of all hits. */
export interface BestFound {
  total: number
  hits: FoundHit[]
}

export interface BestWish {
  query: string
  /** The most hits to return. */
  limit: number
  signal: AbortSignal
}

export interface Search {
  /**
   * What matches a query below a folder, as it is found; nothing if the folder does not exist. From the root, the
   * shared folder is searched too.
   * @throws AppError `badRequest` for an invalid query, `forbidden` for a folder that a rule denies
   */
  search(actor: Actor, folder: UserPath, query: string): AsyncIterable<Found>
  /**
   * The same, the best first. Only `limit` hits are kept in memory.
   * @throws AppError like `search`; the signal's reason
   */
  best(actor: Actor, folder: UserPath, wish: BestWish): Promise<BestFound>
}

export interface SearchOptions {
  tree: Pick<Tree, 'find'>
}

/** How many entries are looked at between two looks at the clock. */
const STEPS = 32

export function createSearch({ tree }: SearchOptions): Search {
  const find = (actor: Actor, folder: UserPath, { fits, terms }: SearchQuery) =>
    tree.find(actor, folder, {
      terms,
      fits: ({ relative, kind, size, modified }) =>
        fits({ name: nameOf(relative), isFolder: kind === 'folder', size, modified }),
    })

  return {
    async *search(actor, folder, query) {
      for await (const { relative, kind } of find(actor, folder, parseQuery(query)))
        yield { path: relative, dir: kind === 'folder' }
    },

    async best(actor, folder, { query, limit, signal }) {
      const parsed = parseQuery(query)
      const best = new Best<RankedHit>(limit, byRank)
      const turns = new Yielding()
      let total = 0
      for await (const entry of find(actor, folder, parsed)) {
        const name = nameOf(entry.relative)
        best.offer({ entry, name, rank: parsed.rank(name) })
        total += 1
        if (total % STEPS === 0) await turns.pass()
        signal.throwIfAborted()
      }
      const hits = await sortInTurns(best.items, byRank)
      return { total, hits: hits.map(presentHit) }
    },
  }
}

interface RankedHit {
  entry: FoundPath
  name: string
  rank: number
}

/** By rank, then by name, then by folder. */
const byRank = (a: RankedHit, b: RankedHit): number =>
  b.rank - a.rank || byNaturalOrder(a.name, b.name) || byNaturalOrder(a.entry.relative, b.entry.relative)

const presentHit = ({ entry: { relative, kind, size, modified } }: RankedHit): FoundHit => ({
  path: relative,
  dir: kind === 'folder',
  size,
  modified: modified?.toISOString() ?? NO_TIME,
})
