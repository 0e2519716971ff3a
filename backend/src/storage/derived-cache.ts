// What was worked out of files once, such as previews and checksums, as small objects of the system bucket. Laid out by
// months: what nobody has asked for in a whole one is thrown away.
import { mapParallel } from '../lib/parallel.ts'
import type { FileStat, Scratch } from './types.ts'

const MONTH_MS = 30 * 86_400_000
const PARALLEL = 4

/**
 * The content of a file, wherever it lies in its bucket: a copy that keeps the ETag has the same. An ETag is mostly an
 * MD5, of which two contents can be made to share one: the id that a content was written under first tells them apart.
 */
export interface ContentIdentity extends Pick<FileStat, 'etag' | 'size'> {
  bucket: string
  contentId: string
}

/** The content of a file as a look at it told it. */
export const contentOf = (bucket: string, { etag, size, contentId = '' }: FileStat): ContentIdentity => ({
  bucket,
  etag,
  size,
  contentId,
})

/** What something of a content is kept under: plain ASCII, and a prefix of nothing else. */
export const contentKey = ({ bucket, etag, size, contentId }: ContentIdentity): string =>
  `${bucket}/${encodeURIComponent(etag)}-${size}-${contentId}`

export interface DerivedCache {
  get(key: string): Promise<Buffer | null>
  put(key: string, bytes: Buffer): Promise<void>
  /** Keeps all that lies below one key below another one too. */
  copy(from: string, to: string): Promise<void>
  /** Throws away all that lies below a key. */
  drop(key: string): Promise<void>
  /** Throws away what nobody has asked for in the last two months. */
  prune(): Promise<void>
}

/** @param root what all keys begin with in the system bucket, with a closing slash */
export function createDerivedCache({
  scratch,
  root,
  now,
}: {
  scratch: Scratch
  root: string
  now(): number
}): DerivedCache {
  const month = () => Math.floor(now() / MONTH_MS)
  const objectOf = (at: number, key: string) => `${root}${at}/${key}`

  return {
    get: async (key) => {
      const current = month()
      const found = await scratch.get(objectOf(current, key))
      if (found) return found
      const older = await scratch.get(objectOf(current - 1, key))
      // Still in use: it lives on.
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
