// Keys of which the index is ahead of the events: what this replica wrote itself, or has found in S3. Until the event
// of that comes, events of the key are older than what is known, and are passed over.
import { createLru } from '../../lib/lru.ts'
import type { BucketEvent } from './event-records.ts'

const REMEMBERED = 10_000

/** `etag`: of the file that is there; null where any file there is it, undefined where none is. */
interface KeyAhead {
  bucket: string
  key: string
  etag: string | null | undefined
  /** When that was known (`performance.now`). */
  at: number
  hasPassedOver: boolean
}

/** A look at a key that is under way. */
export interface LookAhead {
  /**
   * The look is over, and has found a file with this ETag; null for any file there, undefined for none. Answers whether
   * nothing else became known of the key meanwhile.
   */
  end(etag: string | null | undefined): boolean
  /** The look is over, and has found nothing out. */
  giveUp(): void
}

export class KeysAhead {
  readonly #keys = createLru<string, KeyAhead>(REMEMBERED)

  /** Notes that this replica has just written a key. `etag` is null where any file there is the written one. */
  wrote(bucket: string, key: string, etag: string | null): void {
    this.#keys.set(`${bucket}/${key}`, { bucket, key, etag, at: performance.now(), hasPassedOver: false })
  }

  /** Begins a look at a key: from now on its events are passed over. */
  look(bucket: string, key: string): LookAhead {
    const name = `${bucket}/${key}`
    const before = this.#keys.get(name)
    const own: KeyAhead = { bucket, key, etag: undefined, at: Infinity, hasPassedOver: false }
    this.#keys.set(name, own)
    const isNewest = () => this.#keys.get(name) === own
    return {
      end: (etag) => {
        own.etag = etag
        own.at = performance.now()
        return isNewest()
      },
      giveUp: () => {
        own.at = performance.now()
        if (!before || !isNewest()) return
        before.hasPassedOver ||= own.hasPassedOver
        this.#keys.set(name, before)
      },
    }
  }

  /** Whether an event of a key is older than what is known of it. */
  isPast({ kind, bucket, key, etag }: Pick<BucketEvent, 'kind' | 'bucket' | 'key' | 'etag'>): boolean {
    const name = `${bucket}/${key}`
    const own = this.#keys.get(name)
    if (!own) return false
    if (kind === 'created' && own.at < Infinity && (own.etag === null || own.etag === etag)) {
      this.#keys.delete(name)
      return false
    }
    own.hasPassedOver = true
    return true
  }

  /**
   * Ends the wait for events that should have come by now. Where others of the key were passed over meanwhile, the key
   * is looked at.
   */
  expire(reached: number, doubt: (own: Pick<KeyAhead, 'bucket' | 'key'>) => void): void {
    for (const [name, own] of this.#keys) {
      if (own.at > reached) continue
      this.#keys.delete(name)
      if (own.hasPassedOver) doubt(own)
    }
  }
}
