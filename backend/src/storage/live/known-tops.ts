// Which version is on top of a file that this process has written, so that a write which replaces it need not ask. It
// is valid while nothing is heard of the file but how that version, or one of its own beneath it, was made. Nothing is
// replaced by this alone: S3 compares the ETag.
import { createLru } from '../../lib/lru.ts'
import type { FileFacts } from '../catalogue/entries.ts'
import { overlap, pathText, type Place } from '../paths.ts'
import type { BucketEvent } from './event-records.ts'

const REMEMBERED = 5_000
/** Events come late, and a file may be saved some times before one comes. */
const EARLIER_MAX = 64

export interface KnownTop {
  version: string
  etag: string
  size: number
  /** The id of the write that made it (`WRITE_ID`), where Nido has made it. */
  writeId?: string | undefined
}

interface Remembered {
  top: KnownTop
  /** Own versions beneath it, whose events may still come. */
  earlier: string[]
}

export class KnownTops {
  readonly #tops = createLru<string, Remembered>(REMEMBERED)

  /** Keeps what an own write has put on top. */
  keep(at: Place, top: KnownTop): void {
    const before = this.#tops.get(pathText(at))
    const earlier = before ? [before.top.version, ...before.earlier].slice(0, EARLIER_MAX) : []
    this.#tops.set(pathText(at), { top, earlier })
  }

  /** The version on top of a file that has these facts; null where it is not known. */
  find(at: Place, { size, etag }: Pick<FileFacts, 'size' | 'etag'>): KnownTop | null {
    const top = this.#tops.get(pathText(at))?.top
    return top && top.size === size && top.etag === etag ? top : null
  }

  /** Forgets a file of which an event tells, unless that only tells how an own version was made. */
  hear(at: Place, { kind, version }: Pick<BucketEvent, 'kind' | 'version'>): void {
    const known = this.#tops.get(pathText(at))
    const isOwn = version !== '' && (known?.top.version === version || known?.earlier.includes(version))
    if (kind !== 'created' || !isOwn) this.#tops.delete(pathText(at))
  }

  /** Forgets a file of which nobody knows what is on top. */
  forget(at: Place): void {
    this.#tops.delete(pathText(at))
  }

  /** Forgets all that lies at, below or above some paths (texts of `pathText`). */
  forgetAll(paths: readonly string[]): void {
    if (paths.length === 0) return
    for (const known of Array.from(this.#tops.keys()))
      if (paths.some((path) => overlap(path, known))) this.#tops.delete(known)
  }

  /** Events may have been missed. */
  forgetEverything(): void {
    this.#tops.clear()
  }
}
