// What other replicas have announced by name (announced-writes.ts), until events have told of it.
import { overlap } from '../paths.ts'
import type { WrittenPlaces } from './announced-writes.ts'

/** The event of a write comes at most this long after the write is heard of: S3 answers before it tells. */
export const EVENT_LAG_MS = 500
/** With so many places in doubt, their bucket is. */
const PLACES_MAX = 1_000
const WRITERS_MAX = 100

/** When each place, or anything in the bucket, was last heard of (`performance.now`). */
interface HeardBucket {
  places: Map<string, number>
  anything: number
}

export class HeardWrites {
  /** How far each writer's announcements are heard. The one heard of last is the last. */
  readonly #heard = new Map<string, number>()
  readonly #buckets = new Map<string, HeardBucket>()
  /** When announcements were last found missing. */
  #missed = -Infinity
  #isFirst = true

  /** Takes in what a look at the journal has just found of others; answers whether anything of it is new. */
  hear(found: Readonly<Record<string, WrittenPlaces>>): boolean {
    let isNew = false
    for (const [writer, written] of Object.entries(found)) {
      const before = this.#heard.get(writer) ?? 0
      if (written.seq <= before) continue
      // What came before the first look of all is found by whatever looks at S3 after it.
      if (!this.#isFirst) this.#take(written, before)
      this.#heard.delete(writer)
      this.#heard.set(writer, written.seq)
      isNew = true
    }
    this.#isFirst = false
    for (const writer of this.#heard.keys()) {
      if (this.#heard.size <= WRITERS_MAX) break
      this.#heard.delete(writer)
    }
    return isNew
  }

  #take({ seq, places }: WrittenPlaces, before: number): void {
    // The look may have begun long before: S3 told what is announced before it was found.
    const heard = performance.now()
    const texts = JSON.parse(places) as string[]
    const fresh = seq - before
    if (fresh > texts.length) this.#missed = heard
    for (const place of texts.slice(-fresh)) {
      const known = this.#bucket(place.split('/', 1)[0] ?? '')
      known.places.set(place, heard)
      if (known.places.size <= PLACES_MAX) continue
      known.places.clear()
      known.anything = heard
    }
  }

  #bucket(name: string): HeardBucket {
    const known = this.#buckets.get(name) ?? { places: new Map(), anything: -Infinity }
    this.#buckets.set(name, known)
    return known
  }

  /** The announced places at, above or below a path in a bucket of which events have told until a time. */
  doubtful(path: string, toldUntil: number): string[] {
    const places = this.#buckets.get(path.split('/', 1)[0] ?? '')?.places
    if (!places) return []
    for (const [place, heard] of places) if (heard + EVENT_LAG_MS <= toldUntil) places.delete(place)
    return [...places.keys()].filter((place) => overlap(place, path))
  }

  /** When a write of which nobody knows the place was last heard of, in a bucket (`performance.now`). */
  heardAt(bucket: string): number {
    return Math.max(this.#missed, this.#buckets.get(bucket)?.anything ?? -Infinity)
  }
}
