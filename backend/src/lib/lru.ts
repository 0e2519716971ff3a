// Caches with a limited number of entries.
import { LRUCache } from 'lru-cache'

/**
 * A cache that drops the least recently used entries. `ttl` in milliseconds. It takes memory as it fills, unlike
 * lru-cache's own `max`, which allocates everything at the start, 3 MB for 100,000 entries.
 */
export const createLru = <Key extends string | number, Value extends object | string | number | true>(
  entries: number,
  { ttl }: { ttl?: number } = {},
): LRUCache<Key, Value> =>
  new LRUCache<Key, Value>({ maxSize: entries, sizeCalculation: () => 1, ...(ttl === undefined ? {} : { ttl }) })
