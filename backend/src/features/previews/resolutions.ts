// How many pixels pictures have, remembered by bucket, ETag and size: looking costs a request an object.
import type { Resolution } from '../../../contract/resources.ts'
import { createLru } from '../../lib/lru.ts'
import type { SizeOf } from '../../lib/picture-sizes.ts'
import { type ContentIdentity, contentKey, contentOf } from '../../storage/derived-cache.ts'
import type { Place } from '../../storage/paths.ts'
import type { FileStat, OpenFile } from '../../storage/types.ts'

const REMEMBERED = 100_000
/** Bytes read of a file: most pictures say it at once, photos with a large EXIF block later. */
const READS = [64 * 1024, 512 * 1024]
/** Pictures just written that are looked at in passing; of more at once a listing asks. */
const LEARNING = 64

export interface Resolutions {
  /** The pixels; null where the file doesn't tell them, undefined while nobody has looked. */
  recall(place: Place, stat: FileStat): Resolution | null | undefined
  /** Keeps what the first bytes of a file that Nido has just written say, if they do. */
  learn(place: Place, stat: FileStat, first: Buffer): void
  /** Keeps what is known of one content for another, which is the same under another ETag or in another bucket. */
  carry(from: ContentIdentity, to: ContentIdentity): void
  /** Looks at one file that is open already. */
  look(place: Place, file: OpenFile): Promise<Resolution | null>
}

/** `sizeOf` answers the pixels by the first bytes. */
export function createResolutions(sizeOf: SizeOf): Resolutions {
  const known = createLru<string, { found: Resolution | null }>(REMEMBERED)
  let learning = 0
  // A listing does not know what a content was written as, and only shows what it finds; what is to be drawn is told
  // apart.
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
      // Whoever asks for it hears of that.
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
      // Nobody waits for it, and a listing that comes before looks for itself.
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
