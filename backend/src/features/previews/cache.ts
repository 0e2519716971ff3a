// Finished previews: small ones in memory, all in the system bucket. They are stored by bucket, ETag, size and id of
// the file's content, so that copies and moved files find them, and replaced files do not.
import { LRUCache } from 'lru-cache'
import { type ContentIdentity, contentKey, contentOf, createDerivedCache } from '../../storage/derived-cache.ts'
import type { Place } from '../../storage/paths.ts'
import type { FileStat, Scratch } from '../../storage/types.ts'
import { PREVIEW_PIXELS } from '../../../contract/previews.ts'
import type { Drawn, WantedPicture } from './draw.ts'
import { pictureTypeOf } from './picture-type.ts'
import { PREVIEWS } from '../../storage/own-keys.ts'

const MEMORY_BYTES = 32 * 1024 * 1024

export interface PreviewCache {
  get(key: string): Promise<Drawn | null>
  put(key: string, drawn: Drawn): Promise<void>
  /** Copies the previews of a content to the same content under another ETag or in another bucket. */
  carry(from: ContentIdentity, to: ContentIdentity): Promise<void>
  /** Deletes all previews of a bucket's files. */
  forget(bucket: string): Promise<void>
  /** Deletes what nobody has asked for in the last two months. */
  prune(): Promise<void>
}

/** What a preview is stored by: plain ASCII. */
export function previewKey({ bucket }: Pick<Place, 'bucket'>, stat: FileStat, wanted: WantedPicture): string {
  const { size, side, fit, keepsFormat } = wanted
  const width = side === PREVIEW_PIXELS[size] ? '' : `-${side}`
  return `${contentKey(contentOf(bucket, stat))}/${size}-${fit}${keepsFormat ? '-kept' : ''}${width}`
}

export function createPreviewCache({ scratch, now }: { scratch: Scratch; now(): number }): PreviewCache {
  const memory = new LRUCache<string, Drawn>({
    maxSize: MEMORY_BYTES,
    maxEntrySize: MEMORY_BYTES / 64,
    sizeCalculation: ({ bytes }) => bytes.length + 256,
  })
  const kept = createDerivedCache({ scratch, root: PREVIEWS, now })

  return {
    get: async (key) => {
      const known = memory.get(key)
      if (known) return known
      const bytes = await kept.get(key)
      const type = bytes && pictureTypeOf(bytes)
      if (!type) return null
      const found = { bytes, type }
      memory.set(key, found)
      return found
    },
    put: async (key, drawn) => {
      memory.set(key, drawn)
      await kept.put(key, drawn.bytes)
    },
    carry: (from, to) => kept.copy(contentKey(from), contentKey(to)),
    forget: (bucket) => kept.drop(bucket),
    prune: kept.prune,
  }
}
