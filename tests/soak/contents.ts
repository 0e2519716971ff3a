// The contents that the clients write. Each has a different size, so that the size in a listing or in a trash note
// identifies the content.
import { createHash } from 'node:crypto'

const SMALLEST = 40
const LARGE = 6 * 1024 * 1024
const LARGE_STEP = 1024 * 1024 + 1
const LARGE_SIZES = 14

/** The number of bytes of a content. It is also the content's name in the model. */
export type Size = number

export class Contents {
  readonly #seed: string
  readonly #hashes = new Map<string, Size>()
  readonly #sizes = new Map<Size, string>()
  #small = 0
  #large = 0

  constructor(seed: string) {
    this.#seed = seed
  }

  /** Makes a new content: small, or of 6 to 20 MiB. */
  make(isLarge = false): Size {
    const size = isLarge
      ? LARGE + (this.#large % LARGE_SIZES) * LARGE_STEP + Math.floor(this.#large++ / LARGE_SIZES)
      : SMALLEST + this.#small++
    const hash = hashOf(this.bytesOf(size))
    this.#hashes.set(hash, size)
    this.#sizes.set(size, hash)
    return size
  }

  /** Makes a content of the first `size` bytes of `whole`. */
  makeBeginning(whole: Size, size: Size): Size {
    const hash = hashOf(this.bytesOf(whole).subarray(0, size))
    this.#hashes.set(hash, size)
    this.#sizes.set(size, hash)
    return size
  }

  bytesOf(size: Size): Buffer {
    return Buffer.alloc(size, `content of ${size} bytes of the run ${this.#seed}\n`)
  }

  /** Whether anybody has written something of this size. */
  isKnown(size: Size): boolean {
    return this.#sizes.has(size)
  }

  /** The content with these bytes; null if nobody has written it. */
  of(bytes: Buffer): Size | null {
    return this.#hashes.get(hashOf(bytes)) ?? null
  }

  /** The content whose bytes have this MD5, in hexadecimal. */
  ofHash(hash: string): Size | null {
    return this.#hashes.get(hash) ?? null
  }
}

const hashOf = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex')
