// A file whose SHA-256 is computed while it is written.
import type { Hashing } from '../../lib/hashing.ts'
import type { Log } from '../../lib/log.ts'
import type { Place } from '../../storage/paths.ts'
import type { FileStat } from '../../storage/types.ts'

export interface Followed {
  /** Bytes seen so far; -1 for a file that is not followed, or no longer. */
  readonly bytes: number
  /** Takes bytes on their way. Returns a promise if the thread has to catch up first. It never rejects. */
  take(bytes: Buffer): Promise<void> | undefined
  /** The file is complete. Stores its checksum if all of its bytes were seen. */
  keep(place: Place, stat: FileStat): void
  drop(): void
}

export const NOT_FOLLOWED: Followed = { bytes: -1, take: () => undefined, keep: () => undefined, drop: () => undefined }

export interface FollowOptions {
  hashing: Hashing
  onSum(place: Place, stat: FileStat, checksum: string): void
  /** Called once, when the hashing has finished or was given up. */
  onEnd(): void
  log: Pick<Log, 'warn'>
}

export function followBytes({ hashing, onSum, onEnd, log }: FollowOptions): Followed {
  let seen = 0
  let isOver = false

  function drop(): void {
    if (isOver) return
    isOver = true
    hashing.drop()
    onEnd()
  }

  return {
    get bytes() {
      return isOver ? -1 : seen
    },
    take(bytes) {
      if (isOver) return undefined
      if (!hashing.take(bytes)) return hashing.room().then(() => this.take(bytes), drop)
      seen += bytes.length
      return undefined
    },
    keep(place, stat) {
      if (isOver || seen !== stat.size) return drop()
      isOver = true
      hashing
        .digest()
        .then((checksum) => onSum(place, stat, checksum))
        .catch((error: unknown) => log.warn({ err: error }, 'a checksum could not be taken'))
        .finally(onEnd)
    },
    drop,
  }
}
