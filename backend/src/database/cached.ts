// A copy of something small in the database, believed for a second at most and dropped when anybody changes it.
import type { Versions } from './versions.ts'

export interface Cached<T> {
  get(): Promise<T>
  /** Reads it from the database, whatever is known: for what decides a change. */
  fresh(): Promise<T>
}

/** Changes that were made but never told (their maker died in between) are seen after this long. */
const LONGEST_MS = 10_000

export interface CachedOptions<T> {
  versions: Versions
  name: string
  load: () => Promise<T>
  now?: () => number
}

export function createCached<T>({ versions, name, load, now = Date.now }: CachedOptions<T>): Cached<T> {
  let copy: { value: T; loadedAt: number } | undefined
  let loading: Promise<T> | undefined
  // A load that began before a change must not become the copy.
  let generation = 0

  versions.onChange(name, () => {
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
      if (copy && versions.isCurrent() && now() - copy.loadedAt < LONGEST_MS) return copy.value
      loading ??= read().finally(() => { loading = undefined })
      return loading
    },
    fresh: read,
  }
}
