// Caches of so many entries at most.
import { LRUCache } from 'lru-cache'

/**
 * A cache that forgets what was longest not asked for. `ttl` in milliseconds. It takes memory as it fills: lru-cache's
 * own `max` sets all of it aside at the start, 3 MB for 100,000 entries.
 */
export const createLru = <Key extends string | number, Value extends object | string | number | true>(
  entries: number,
  { ttl }: { ttl?: number } = {},
): LRUCache<Key, Value> =>
  new LRUCache<Key, Value>({ maxSize: entries, sizeCalculation: () => 1, ...(ttl === undefined ? {} : { ttl }) })
