// A cached value from the database, trusted for a second at most and dropped when anybody changes it.
import { createLru } from '../lib/lru.ts'
import type { ChangeCounters } from './change-counters.ts'

export interface Cached<T> {
  get(): Promise<T>
  /** Reads it from the database, ignoring the cache: for decisions about a change. */
  fresh(): Promise<T>
}

/** Changes that were never announced, because the process died in between, are seen after this long. */
const LONGEST_MS = 10_000

export interface CachedOptions<T> {
  changeCounters: ChangeCounters
  name: string
  load: () => Promise<T>
  now?: () => number
}

export function createCached<T>({ changeCounters, name, load, now = Date.now }: CachedOptions<T>): Cached<T> {
  let copy: { value: T; loadedAt: number } | undefined
  let loading: Promise<T> | undefined
  // A load that began before a change must not be cached.
  let generation = 0

  changeCounters.onChange(name, () => {
    generation += 1
    copy = undefined
    loading = undefined
  })

  async function read(): Promise<T> {
    const began = generation
    const loadedAt = now()
    const value = await load()
    if (generation === began) copy = { value, loadedAt }
    return value
  }

  return {
    get: async () => {
      if (copy && changeCounters.isCurrent() && now() - copy.loadedAt < LONGEST_MS) return copy.value
      loading ??= read().finally(() => {
        loading = undefined
      })
      return loading
    },
    fresh: read,
  }
}

/** The same for many values of one kind, each loaded by its id when it is needed. */
export interface CachedById<Id, T> {
  get(id: Id): Promise<T | undefined>
  /** Reads it from the database, ignoring the cache: for decisions about a change. */
  fresh(id: Id): Promise<T | undefined>
  /** Drops the value from this replica's cache. */
  drop(id: Id): void
}

export interface CachedByIdOptions<Id, T> {
  changeCounters: ChangeCounters
  name: string
  load: (id: Id) => Promise<T | undefined>
  /** The maximum number of cached values. */
  max: number
}

export function createCachedById<Id extends string | number, T extends object>({
  changeCounters,
  name,
  load,
  max,
}: CachedByIdOptions<Id, T>): CachedById<Id, T> {
  const copies = createLru<Id, T>(max, { ttl: LONGEST_MS })
  // A load that began before a change must not be cached.
  let generation = 0

  changeCounters.onChange(name, () => {
    generation += 1
    copies.clear()
  })

  async function fresh(id: Id): Promise<T | undefined> {
    const began = generation
    const value = await load(id)
    // Missing values are not cached, because another replica may have created one a moment ago.
    if (value !== undefined && generation === began) copies.set(id, value)
    return value
  }

  return {
    get: async (id) => (changeCounters.isCurrent() ? copies.get(id) : undefined) ?? fresh(id),
    fresh,
    drop: (id) => void copies.delete(id),
  }
}
