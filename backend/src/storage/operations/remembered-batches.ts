// Batches of manifests that were written or read a moment ago, each by its key and its ETag: whoever lists both knows
// what it holds. What was just deleted comes back without being read: a restore needs it three times, to check what may
// come back, to bring it back, and to show it meanwhile.
import { LRUCache } from 'lru-cache'
import type { TaggedKey } from '../scratch.ts'
import type { ManifestEntry } from './manifests.ts'

/** Entries of all batches, some 7 MB. */
const ENTRIES_MAX = 20_000
const REMEMBERED_MS = 60_000

const idOf = ({ key, etag }: TaggedKey): string => `${key} ${etag}`

export class RememberedBatches {
  readonly #batches = new LRUCache<string, readonly ManifestEntry[]>({
    maxSize: ENTRIES_MAX,
    sizeCalculation: (entries) => entries.length,
    ttl: REMEMBERED_MS,
    // What is old takes no memory until the next restore.
    ttlAutopurge: true,
  })

  set(batch: TaggedKey, entries: readonly ManifestEntry[]): void {
    if (entries.length > 0) this.#batches.set(idOf(batch), entries)
  }

  get(batch: TaggedKey): readonly ManifestEntry[] | undefined {
    return this.#batches.get(idOf(batch))
  }
}
