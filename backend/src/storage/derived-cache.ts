// What was made of files once, such as previews and checksums, as small objects of the system bucket. They are kept by
// month: what nobody has asked for in a whole month is thrown away.
import { mapParallel } from '../lib/parallel.ts'
import type { FileStat, Scratch } from './types.ts'

const MONTH_MS = 30 * 86_400_000
const PARALLEL = 4

/**
 * The content of a file, wherever in its bucket the file lies. A copy that keeps the ETag has the same content. An ETag
 * is mostly an MD5, which two contents can be made to share, so the id under which a content was first written is
 * needed too.
 */
export interface ContentIdentity extends Pick<FileStat, 'etag' | 'size'> {
  bucket: string
  contentId: string
}

/** The content of a file, by its stat. */
export const contentOf = (bucket: string, { etag, size, contentId = '' }: FileStat): ContentIdentity => ({
  bucket,
  etag,
  size,
  contentId,
})

/** The key for something made of a content: plain ASCII, and no prefix of another one. */
export const contentKey = ({ bucket, etag, size, contentId }: ContentIdentity): string =>
  `${bucket}/${encodeURIComponent(etag)}-${size}-${contentId}`

export interface DerivedCache {
  get(key: string): Promise<Buffer | null>
  put(key: string, bytes: Buffer): Promise<void>
  /** Copies all that lies below one key to below another. */
  copy(from: string, to: string): Promise<void>
  /** Throws away all that lies below a key. */
  drop(key: string): Promise<void>
  /** Throws away what nobody has asked for in the last two months. */
  prune(): Promise<void>
}

export interface DerivedCacheOptions {
  scratch: Scratch
  /** What all its keys in the system bucket begin with, with a closing slash. */
  root: string
  /** Milliseconds since 1970. */
  now(): number
}

export function createDerivedCache({ scratch, root, now }: DerivedCacheOptions): DerivedCache {
  const month = () => Math.floor(now() / MONTH_MS)
  const objectOf = (at: number, key: string) => `${root}${at}/${key}`

  return {
    get: async (key) => {
      const current = month()
      const found = await scratch.get(objectOf(current, key))
      if (found) return found
      const older = await scratch.get(objectOf(current - 1, key))
      // It is still in use, so it moves to this month.
      if (older) await scratch.put(objectOf(current, key), older)
      return older
    },
    put: (key, bytes) => scratch.put(objectOf(month(), key), bytes),
    copy: async (from, to) => {
      const current = month()
      await mapParallel([current - 1, current], 2, async (at) => {
        const prefix = objectOf(at, `${from}/`)
        await mapParallel(await scratch.list(prefix), PARALLEL, async (object) => {
          const bytes = await scratch.get(object)
          if (bytes) await scratch.put(objectOf(current, `${to}/${object.slice(prefix.length)}`), bytes)
        })
      })
    },
    drop: async (key) => {
      for (const at of [month() - 1, month()]) await scratch.delete(await scratch.list(objectOf(at, `${key}/`)))
    },
    prune: async () => {
      const oldest = month() - 1
      const isOld = (object: string) => Number(object.slice(root.length).split('/', 1)[0]) < oldest
      const old = (await scratch.list(root)).filter(isOld)
      if (old.length > 0) await scratch.delete(old)
    },
  }
}
