// What S3 told of files that were opened, more than the index has of each: good for as long as nothing was heard of a
// file and its facts are the same.
import { createLru } from '../../lib/lru.ts'
import type { FileFacts } from '../catalogue/entries.ts'
import { overlap, pathText, type Place } from '../paths.ts'
import type { FileStat } from '../types.ts'

/** Some hundred bytes each: a few folders of pictures. */
const REMEMBERED = 5_000

export class LearntFiles {
  readonly #stats = createLru<string, FileStat>(REMEMBERED)

  keep(at: Place, stat: FileStat): void {
    this.#stats.set(pathText(at), stat)
  }

  /**
   * What was told of a file that has these facts; null for one that nobody has asked about, or of which something was
   * heard since.
   */
  find(at: Place, { size, modified, etag }: FileFacts): FileStat | null {
    const stat = this.#stats.get(pathText(at))
    return stat && stat.size === size && stat.etag === etag && stat.modified.getTime() === modified ? stat : null
  }

  /** Something was heard of a file: even one that looks the same may be another. */
  forget(at: Place): void {
    this.#stats.delete(pathText(at))
  }

  /** The same of all that lies at, below or above some paths (texts of `pathText`). */
  forgetAll(paths: readonly string[]): void {
    if (paths.length === 0) return
    for (const known of Array.from(this.#stats.keys()))
      if (paths.some((path) => overlap(path, known))) this.#stats.delete(known)
  }
}
