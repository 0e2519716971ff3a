// How much space the present files of a scope take.
import { createLru } from '../../lib/lru.ts'
import { pathText, type Place } from '../../storage/paths.ts'
import type { Storage } from '../../storage/types.ts'

export interface UsageMeter {
  /**
   * Bytes of all present files below a scope: current if the index knows them, otherwise as old as counting takes.
   */
  used(scope: Place): Promise<number>
  /** The same for files that a person may see; `by` identifies the person and what they may see. */
  usedOf(scope: Place, part: { by: string; includes(relative: string): boolean }): Promise<number>
}

export interface UsageOptions {
  storage: Pick<Storage, 'usage' | 'find'>
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * A sum that took long is trusted for longer, by these factors of the time it took. A sum of present files that did not
 * is counted for every request.
 */
const QUICK_MS = 1_000
const USED_FACTOR = 5
const USED_MAX_MS = 60_000
const SCOPES = 1_000

/** When a sum was counted, and how long that took, in milliseconds. */
interface Counted {
  bytes: number
  at: number
  took: number
}

export function createUsageMeter({ storage, now }: UsageOptions): UsageMeter {
  const sums = createLru<string, Counted>(SCOPES)
  const counting = new Map<string, Promise<Counted>>()

  /** Counts once for all who ask meanwhile. */
  function countOnce(name: string, count: () => Promise<number>): Promise<Counted> {
    const running = counting.get(name)
    if (running) return running
    const at = now()
    const began = performance.now()
    const counted = count()
      .then((bytes) => ({ bytes, at, took: performance.now() - began }))
      .finally(() => counting.delete(name))
    counting.set(name, counted)
    return counted
  }

  async function believe(name: string, count: () => Promise<number>): Promise<number> {
    const known = sums.get(name)
    if (known && known.took > QUICK_MS && now() - known.at < Math.min(USED_MAX_MS, known.took * USED_FACTOR))
      return known.bytes
    const counted = await countOnce(name, count)
    sums.set(name, counted)
    return counted.bytes
  }

  return {
    used: (scope) => believe(pathText(scope), async () => (await storage.usage(scope)).bytes),

    usedOf: (scope, { by, includes }) =>
      believe(`${pathText(scope)} by ${by}`, async () => {
        let bytes = 0
        for await (const some of storage.find(scope, []))
          for (const { relative, kind, size } of some) if (kind === 'file' && includes(relative)) bytes += size
        return bytes
      }),
  }
}
