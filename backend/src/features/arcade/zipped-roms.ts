// The ROMs in zips that hold one. A process remembers them by path, size and time of the zip, which the index knows
// without a request to the storage.
import type { LRUCache } from 'lru-cache'
import { ROM_MAX_BYTES, romSystemOf, type RomSystem } from '../../../contract/rom-systems.ts'
import { AppError } from '../../lib/app-error.ts'
import { createLru } from '../../lib/lru.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { locate, nameOf, pathText } from '../../storage/paths.ts'
import type { Actor } from '../access/actor.ts'
import type { OpenedEntry } from '../archives/opened/entry.ts'
import type { OpenedArchives } from '../archives/opened/service.ts'
import type { FoundPath } from '../tree/walking.ts'

/** A ROM in a zip. */
export interface ZippedRom {
  system: RomSystem
  /** Its path in the zip. */
  entry: string
  size: number
}

/** How long a request waits for all the zips that it has to read. */
const PATIENCE_MS = 5_000
const AT_ONCE = 4
const REMEMBERED = 20_000

export class ZippedRoms {
  readonly #archives: Pick<OpenedArchives, 'entries'>
  readonly #known: LRUCache<string, { rom: ZippedRom | null }> = createLru(REMEMBERED)

  constructor(archives: Pick<OpenedArchives, 'entries'>) {
    this.#archives = archives
  }

  /**
   * The ROM of each zip: null if it holds none or several, undefined if it could not be read in five seconds. Reading
   * goes on for a while after that.
   */
  async look(actor: Actor, zips: readonly FoundPath[]): Promise<(ZippedRom | null | undefined)[]> {
    const late = AbortSignal.timeout(PATIENCE_MS)
    return mapParallel(zips, AT_ONCE, (zip) => this.#look(actor, zip, late))
  }

  async #look(actor: Actor, { path, size, modified }: FoundPath, signal: AbortSignal) {
    const key = `${pathText(locate(actor.mounts, path))}:${size}:${modified?.getTime()}`
    const known = this.#known.get(key)
    if (known || signal.aborted) return known?.rom
    try {
      const rom = romIn(await this.#archives.entries(actor, path, signal))
      this.#known.set(key, { rom })
      return rom
    } catch (error) {
      if (error instanceof AppError && ['unsupportedMediaType', 'tooLarge'].includes(error.code)) {
        this.#known.set(key, { rom: null })
        return null
      }
      // It is being deleted or replaced, or there is no time left to read it.
      return undefined
    }
  }
}

function romIn(entries: Iterable<OpenedEntry>): ZippedRom | null {
  let found: ZippedRom | null = null
  for (const { path, isFolder, size, trouble } of entries) {
    const system = isFolder ? null : romSystemOf(nameOf(path))
    if (system === null) continue
    if (found !== null || trouble !== null || size > ROM_MAX_BYTES) return null
    found = { system, entry: path, size }
  }
  return found
}
