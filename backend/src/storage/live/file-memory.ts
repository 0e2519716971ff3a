// What is remembered of single files for as long as nothing is heard of them, for those that were used last.
import { createLru } from '../../lib/lru.ts'
import { overlap, pathText, type Place } from '../paths.ts'
import type { BucketEvent } from './event-records.ts'

/** Enough for a few folders of pictures, at some hundred bytes each. */
const REMEMBERED = 5_000

export class FileMemory<Known extends object> {
  /** By texts of `pathText`. */
  protected readonly files = createLru<string, Known>(REMEMBERED)
  readonly #versionsOf: (known: Known) => string[]

  /** @param versionsOf versions that are known of a file: an event may still come that tells how one was made */
  constructor(versionsOf: (known: Known) => string[]) {
    this.#versionsOf = versionsOf
  }

  /** Forgets a file of which an event tells, unless that only tells how a known version was made. */
  hear(at: Place, { kind, version }: Pick<BucketEvent, 'kind' | 'version'>): void {
    const known = this.files.get(pathText(at))
    const isKnown = known && version !== '' && this.#versionsOf(known).includes(version)
    if (kind !== 'created' || !isKnown) this.forget(at)
  }

  /** Forgets a file of which something was heard, or of which nobody knows what is there. */
  forget(at: Place): void {
    this.files.delete(pathText(at))
  }

  /** Forgets all that lies at, below or above some paths (texts of `pathText`). */
  forgetAll(paths: readonly string[]): void {
    if (paths.length === 0) return
    for (const known of Array.from(this.files.keys()))
      if (paths.some((path) => overlap(path, known))) this.files.delete(known)
  }

  /** Events may have been missed. */
  forgetEverything(): void {
    this.files.clear()
  }
}
