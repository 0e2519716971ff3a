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

/** `sizeOf` returns the size by the first bytes. */
export function createResolutions(sizeOf: SizeOf): Resolutions {
  const known = createLru<string, { found: Resolution | null }>(REMEMBERED)
  let learning = 0
  // A listing does not know the id of a content's first write, and only displays the size. For rendering, it is checked
  // separately.
  const keyOf = ({ bucket }: Place, stat: FileStat) => contentKey(contentOf(bucket, stat))
  const listedKeyOf = (content: ContentIdentity) => contentKey({ ...content, contentId: '' })

  function keep(content: ContentIdentity, what: { found: Resolution | null }): void {
    known.set(contentKey(content), what)
    known.set(listedKeyOf(content), what)
  }

  async function learnSoon(content: ContentIdentity, first: Buffer): Promise<void> {
    learning += 1
    try {
      const found = await sizeOf(first)
      if (found) keep(content, { found })
    } catch {
      // Whoever asks for it gets the error.
    } finally {
      learning -= 1
    }
  }

  async function read(file: OpenFile): Promise<Resolution | null> {
    for (const length of READS) {
      const first = Buffer.concat(await file.read({ start: 0, end: Math.min(length, file.stat.size) - 1 }).toArray())
      const found = await sizeOf(first)
      if (found || length >= file.stat.size) return found
    }
    return null
  }

  return {
    recall: (place, stat) => known.get(keyOf(place, stat))?.found,
    learn: (place, stat, first) => {
      if (learning >= LEARNING) return
      // Nobody waits for it, and an earlier listing reads the file itself.
      void learnSoon(contentOf(place.bucket, stat), first)
    },
    carry: (from, to) => {
      const remembered = known.get(contentKey(from))
      if (remembered) keep(to, remembered)
    },
    look: async (place, file) => {
      const key = keyOf(place, file.stat)
      const remembered = known.get(key)
      if (remembered) return remembered.found
      const found = file.stat.size === 0 ? null : await read(file)
      keep(contentOf(place.bucket, file.stat), { found })
      return found
    },
  }
}
