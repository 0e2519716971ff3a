// The sizes of pictures, remembered by bucket, ETag and size, because reading costs a request.
import type { Resolution } from '../../../contract/resources.ts'
import { createLru } from '../../lib/lru.ts'
import type { SizeOf } from '../../lib/picture-sizes.ts'
import { type ContentIdentity, contentKey, contentOf } from '../../storage/derived-cache.ts'
import type { Place } from '../../storage/paths.ts'
import type { FileStat, OpenFile } from '../../storage/types.ts'

const REMEMBERED = 100_000
/** Bytes read of a file. Most pictures have their size at the start, photos with a large EXIF block later. */
const READS = [64 * 1024, 512 * 1024]
/** Newly written pictures that are read in the background; the others are read when a listing needs them. */
const LEARNING = 64

export interface Resolutions {
  /** The size; null if the file does not tell it, undefined if it has not been read. */
  recall(place: Place, stat: FileStat): Resolution | null | undefined
  /** Stores the size of a picture that Nido has just written, if its first bytes tell it. */
  learn(place: Place, stat: FileStat, first: Buffer): void
  /** Copies what is known of a content to the same content under another ETag or in another bucket. */
  carry(from: ContentIdentity, to: ContentIdentity): void
  /** Reads a file that is already open. */
  look(place: Place, file: OpenFile): Promise<Resolution | null>
}

interface Found {
  found: Resolution | null
}

export class RememberedResolutions implements Resolutions {
  readonly #sizeOf: SizeOf
  readonly #known = createLru<string, Found>(REMEMBERED)
  #learning = 0

  /** `sizeOf` returns the size by the first bytes. */
  constructor(sizeOf: SizeOf) {
    this.#sizeOf = sizeOf
  }

  recall(place: Place, stat: FileStat): Resolution | null | undefined {
    return this.#known.get(keyOf(place, stat))?.found
  }

  learn(place: Place, stat: FileStat, first: Buffer): void {
    if (this.#learning >= LEARNING) return
    // Nobody waits for it, and an earlier listing reads the file itself.
    void this.#learnSoon(contentOf(place.bucket, stat), first)
  }

  carry(from: ContentIdentity, to: ContentIdentity): void {
    const remembered = this.#known.get(contentKey(from))
    if (remembered) this.#keep(to, remembered)
  }

  async look(place: Place, file: OpenFile): Promise<Resolution | null> {
    const remembered = this.#known.get(keyOf(place, file.stat))
    if (remembered) return remembered.found
    const found = file.stat.size === 0 ? null : await this.#read(file)
    this.#keep(contentOf(place.bucket, file.stat), { found })
    return found
  }

  // A listing does not know the id of a content's first write, and only displays the size. For rendering, it is checked
  // separately.
  #keep(content: ContentIdentity, what: Found): void {
    this.#known.set(contentKey(content), what)
    this.#known.set(contentKey({ ...content, contentId: '' }), what)
  }

  async #learnSoon(content: ContentIdentity, first: Buffer): Promise<void> {
    this.#learning += 1
    try {
      const found = await this.#sizeOf(first)
      if (found) this.#keep(content, { found })
    } catch {
      // Whoever asks for it gets the error.
    } finally {
      this.#learning -= 1
    }
  }

  async #read(file: OpenFile): Promise<Resolution | null> {
    for (const length of READS) {
      const first = Buffer.concat(await file.read({ start: 0, end: Math.min(length, file.stat.size) - 1 }).toArray())
      const found = await this.#sizeOf(first)
      if (found || length >= file.stat.size) return found
    }
    return null
  }
}

const keyOf = ({ bucket }: Place, stat: FileStat): string => contentKey(contentOf(bucket, stat))
