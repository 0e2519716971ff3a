// Pinned versions as one listing of their place tells them, so that not each of them has to be asked for.
import type { StorageCore } from '../core.ts'
import type { Listed } from '../listing-page.ts'
import { listObjects } from '../listing.ts'
import type { ManifestEntry } from './manifests.ts'
import { compareNames } from './windows.ts'

/** Fewer pins are asked for one by one. */
const FEW = 8
/** A listing that has read so many versions for each pin, and a page, has too much history in it to be worth it. */
const READ_PER_PIN = 4
const PAGE = 1_000

/** What is common to the pins of a folder: their keys are this and their names. */
interface Place {
  bucket: string
  prefix: string
}

const placeOf = ({ bucket, key, name }: ManifestEntry): Place | null =>
  key.endsWith(name) ? { bucket, prefix: key.slice(0, key.length - name.length) } : null

export class PinListing {
  readonly #core: Pick<StorageCore, 'clients'>
  #place: Place | null = null
  #listed: AsyncIterator<Listed> | null = null
  /** Read, and after all that was asked for. */
  #ahead: Listed | null = null
  #isOver = false

  constructor(core: Pick<StorageCore, 'clients'>) {
    this.#core = core
    const { versioning, listedMetadata } = core.clients.capabilities
    // Without versions nothing tells whether it is what was pinned; without metadata each object is asked anyway.
    this.#isOver = !versioning || !listedMetadata
  }

  /**
   * Those of some pins, in the order of their names, that still lie where they were pinned, by their keys. The pins
   * come after those of the call before. What is not among them may be there nevertheless.
   */
  async find(pins: ManifestEntry[]): Promise<ReadonlyMap<string, Listed>> {
    const found = new Map<string, Listed>()
    const [first, last] = [pins[0], pins.at(-1)]
    if (this.#isOver || !first || !last || (pins.length < FEW && !this.#listed)) return found
    const place = (this.#place ??= placeOf(first))
    if (!place) return found
    this.#listed ??= listObjects(this.#core.clients, { ...place, versions: true })[Symbol.asyncIterator]()
    const wanted = new Map(pins.flatMap((pin) => (isIn(place, pin) ? [[pin.key, pin.version]] : [])))
    const end = place.prefix + last.name
    for (let left = PAGE + READ_PER_PIN * pins.length; left > 0; left -= 1) {
      const listed = this.#ahead ?? (await this.#next())
      this.#ahead = listed
      if (!listed || compareNames(listed.key, end) > 0) return found
      this.#ahead = null
      if (!listed.isMarker && wanted.get(listed.key) === listed.version) found.set(listed.key, listed)
    }
    this.#isOver = true
    return found
  }

  async #next(): Promise<Listed | null> {
    const { value, done } = (await this.#listed?.next()) ?? { done: true }
    if (done) this.#isOver = true
    return done ? null : (value as Listed)
  }
}

function isIn({ bucket, prefix }: Place, pin: ManifestEntry): boolean {
  const place = placeOf(pin)
  return place?.bucket === bucket && place.prefix === prefix
}
