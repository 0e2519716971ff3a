// Batches of manifests that were written or read a moment ago. Nobody changes a batch, so that whoever has listed it
// knows what it holds. What was just deleted comes back without being read: a restore needs it three times, to check
// what may come back, to bring it back, and to show it meanwhile.
import { LRUCache } from 'lru-cache'
import type { ManifestEntry } from './manifests.ts'

/** Entries of all batches, some 7 MB. */
const ENTRIES_MAX = 20_000
const REMEMBERED_MS = 60_000

export class RememberedBatches {
  readonly #batches = new LRUCache<string, readonly ManifestEntry[]>({
    maxSize: ENTRIES_MAX,
    sizeCalculation: (entries) => entries.length,
    ttl: REMEMBERED_MS,
    // What is old takes no memory until the next restore.
    ttlAutopurge: true,
  })

  set(key: string, entries: readonly ManifestEntry[]): void {
    if (entries.length > 0) this.#batches.set(key, entries)
  }

  get(key: string): readonly ManifestEntry[] | undefined {
    return this.#batches.get(key)
  }
}
