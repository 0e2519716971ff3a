// What the files of a bucket add up to, in whatever order they come: so that an index can be compared with what S3
// lists, without sending either.
import { isPathKey } from '../paths.ts'

/** `digest` stands for all paths, sizes and ETags, by a hash that finds differences and keeps no secret. */
export interface BucketSum {
  files: number
  bytes: number
  digest: string
}

/** FNV-1a of 32 bits (draft-eastlake-fnv), from two different beginnings. */
const BEGINNINGS = [0x811c9dc5, 0x01000193] as const
const PRIME = 0x01000193

export class BucketSummer {
  #files = 0
  #bytes = 0
  #digests: [number, number] = [0, 0]

  /** Adds a file. Keys that are no path of anybody's are in no index, and left out. */
  add({ key, size, etag }: { key: string; size: number; etag: string }): void {
    if (key.endsWith('/') || !isPathKey(key)) return
    this.#files += 1
    this.#bytes += size
    const text = `${key}\n${size}\n${etag}`
    this.#digests = [this.#digests[0] + hash(text, BEGINNINGS[0]), this.#digests[1] + hash(text, BEGINNINGS[1])].map(
      (sum) => sum >>> 0,
    ) as [number, number]
  }

  get sum(): BucketSum {
    return {
      files: this.#files,
      bytes: this.#bytes,
      digest: this.#digests.map((part) => part.toString(16).padStart(8, '0')).join(''),
    }
  }
}

export const isSameSum = (one: BucketSum, other: BucketSum): boolean =>
  one.files === other.files && one.bytes === other.bytes && one.digest === other.digest

function hash(text: string, beginning: number): number {
  let result = beginning
  for (let at = 0; at < text.length; at++) result = Math.imul(result ^ text.charCodeAt(at), PRIME)
  return result >>> 0
}
