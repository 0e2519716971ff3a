// What other replicas have announced by name (announced-writes.ts), until events have told of it.
import { overlap } from '../paths.ts'
import type { WrittenPlaces } from './announced-writes.ts'

/** The event of a write comes at most this long after the write is heard of: S3 answers before it tells. */
export const EVENT_LAG_MS = 500
/** With so many places in doubt, their bucket is. */
const PLACES_MAX = 1_000
/** Of a place with more versions than this, none is compared: it is in doubt until events are later. */
const VERSIONS_MAX = 8
const WRITERS_MAX = 100

/** What events have told. */
export interface ToldByEvents {
  /** All that happened until this time (`performance.now`). */
  until: number
  /** Whether they have told of a version, so that the index has it or what came after it. */
  has(version: string): boolean
}

/** A version that was announced ('' for one that nobody knows), and when that was heard. */
interface HeardVersion {
  version: string
  heard: number
}

/** When a place was last heard of, and the versions of which neither events nor a look at S3 may have told. */
interface HeardPlace {
  heard: number
  versions: HeardVersion[]
}

/** `anything`: when some place was last heard of that is not known. */
interface HeardBucket {
  places: Map<string, HeardPlace>
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

  #take({ seq, places, versions = '[]', seqs, dropped }: WrittenPlaces, before: number): void {
    // The look may have begun long before: S3 told what is announced before it was found.
    const heard = performance.now()
    const texts = JSON.parse(places) as string[]
    const made = JSON.parse(versions) as string[]
    const counted = seqs === undefined ? [] : (JSON.parse(seqs) as number[])
    if (before < (dropped ?? seq - texts.length)) this.#missed = heard
    for (const [index, place] of texts.entries())
      if ((counted[index] ?? seq - texts.length + index + 1) > before) this.#takeOne(place, made[index] ?? '', heard)
  }

  #takeOne(place: string, version: string, heard: number): void {
    const known = this.#bucket(place.split('/', 1)[0] ?? '')
    const versions = [...(known.places.get(place)?.versions ?? []), { version, heard }]
    known.places.set(place, { heard, versions: versions.length > VERSIONS_MAX ? [{ version: '', heard }] : versions })
    if (known.places.size <= PLACES_MAX) return
    known.places.clear()
    known.anything = heard
  }

  #bucket(name: string): HeardBucket {
    const known = this.#buckets.get(name) ?? { places: new Map(), anything: -Infinity }
    this.#buckets.set(name, known)
    return known
  }

  /** The announced places at, above or below a path of which events have not told. */
  doubtful(path: string, told: ToldByEvents): string[] {
    const doubtful = this.#on(path, told.until).filter(([, known]) => {
      known.versions = known.versions.filter(({ version }) => version === '' || !told.has(version))
      return known.versions.length > 0
    })
    return doubtful.map(([place]) => place)
  }

  /** Whether anything is left that was announced of a place, as far as is known without asking the events. */
  isInDoubt(place: string): boolean {
    const known = this.#bucket(place.split('/', 1)[0] ?? '').places.get(place)
    return known !== undefined && known.versions.length > 0
  }

  /** A look at S3 that began then has found what is at a place: what was heard of it before is in no doubt. */
  looked(place: string, begun: number): void {
    const known = this.#bucket(place.split('/', 1)[0] ?? '').places.get(place)
    if (known) known.versions = known.versions.filter(({ heard }) => heard >= begun)
  }

  /**
   * What was announced there lately, whether events have told of it or not, as one text to compare: what was read
   * before may lack what has come since.
   */
  saysOf(path: string, toldUntil: number): string {
    return JSON.stringify(this.#on(path, toldUntil).map(([place, { heard }]) => [place, heard]))
  }

  #on(path: string, toldUntil: number): [string, HeardPlace][] {
    const places = this.#buckets.get(path.split('/', 1)[0] ?? '')?.places
    if (!places) return []
    for (const [place, { heard }] of places) if (heard + EVENT_LAG_MS <= toldUntil) places.delete(place)
    return [...places].filter(([place]) => overlap(place, path))
  }

  /** When a write of which nobody knows the place was last heard of, in a bucket (`performance.now`). */
  heardAt(bucket: string): number {
    return Math.max(this.#missed, this.#buckets.get(bucket)?.anything ?? -Infinity)
  }
}
