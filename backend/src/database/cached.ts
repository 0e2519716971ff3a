// A copy of something small in the database, believed for a second at most and dropped when anybody changes it.
import { createLru } from '../lib/lru.ts'
import type { ChangeCounters } from './change-counters.ts'

export interface Cached<T> {
  get(): Promise<T>
  /** Reads it from the database, whatever is known: for what decides a change. */
  fresh(): Promise<T>
}

/** Changes that were made but never told (their maker died in between) are seen after this long. */
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
  // A load that began before a change must not become the copy.
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

/** The same for many things of one kind, each fetched by its id when it is asked for. */
export interface CachedById<Id, T> {
  get(id: Id): Promise<T | undefined>
  /** Reads it from the database, whatever is known: for what decides a change. */
  fresh(id: Id): Promise<T | undefined>
  /** Forgets the copy of this replica. */
  drop(id: Id): void
}

export interface CachedByIdOptions<Id, T> {
  changeCounters: ChangeCounters
  name: string
  load: (id: Id) => Promise<T | undefined>
  /** More are not kept. */
  max: number
}

export function createCachedById<Id extends string | number, T extends object>({
  changeCounters,
  name,
  load,
  max,
}: CachedByIdOptions<Id, T>): CachedById<Id, T> {
  const copies = createLru<Id, T>(max, { ttl: LONGEST_MS })
  // A load that began before a change must not become the copy.
  let generation = 0

  changeCounters.onChange(name, () => {
    generation += 1
    copies.clear()
  })

  async function fresh(id: Id): Promise<T | undefined> {
    const began = generation
    const value = await load(id)
    // What is not there is asked for again: it may have been made a moment ago elsewhere.
    if (value !== undefined && generation === began) copies.set(id, value)
    return value
  }

  return {
    get: async (id) => (changeCounters.isCurrent() ? copies.get(id) : undefined) ?? fresh(id),
    fresh,
    drop: (id) => void copies.delete(id),
  }
}
