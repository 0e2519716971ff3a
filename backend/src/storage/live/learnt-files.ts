// What S3 told of files that were opened, which is more than the index has. It is valid while nothing is heard of a
// file and its facts stay the same.
import { createLru } from '../../lib/lru.ts'
import type { FileFacts } from '../catalogue/entries.ts'
import { overlap, pathText, type Place } from '../paths.ts'
import type { FileStat } from '../types.ts'
import type { BucketEvent } from './event-records.ts'

/** Enough for a few folders of pictures, at some hundred bytes each. */
const REMEMBERED = 5_000

export class LearntFiles {
  readonly #stats = createLru<string, FileStat>(REMEMBERED)

  keep(at: Place, stat: FileStat): void {
    this.#stats.set(pathText(at), stat)
  }

  /**
   * What S3 told of a file that has these facts; null where it was not asked, or something was heard of the file since.
   */
  find(at: Place, { size, modified, etag }: FileFacts): FileStat | null {
    const stat = this.#stats.get(pathText(at))
    return stat && stat.size === size && stat.etag === etag && stat.modified.getTime() === modified ? stat : null
  }

  /** Forgets a file of which something was heard. Even one that looks the same may be another. */
  forget(at: Place): void {
    this.#stats.delete(pathText(at))
  }

  /** Forgets a file of which an event tells, unless that only tells how the known version itself was made. */
  hear(at: Place, { kind, version }: Pick<BucketEvent, 'kind' | 'version'>): void {
    const isOwn = kind === 'created' && version !== '' && this.#stats.get(pathText(at))?.version === version
    if (!isOwn) this.forget(at)
  }

  /** Forgets all that lies at, below or above some paths (texts of `pathText`). */
  forgetAll(paths: readonly string[]): void {
    if (paths.length === 0) return
    for (const known of Array.from(this.#stats.keys()))
      if (paths.some((path) => overlap(path, known))) this.#stats.delete(known)
  }
}
