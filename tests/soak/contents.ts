// What the clients write. No two contents have the same size, so that a listing or a note of the trash tells by a size
// which content it is.
import { createHash } from 'node:crypto'

const SMALLEST = 40
const LARGE = 6 * 1024 * 1024
const LARGE_STEP = 1024 * 1024 + 1
const LARGE_SIZES = 14

/** Bytes of a content; its name in the model, too. */
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

  /** A new content of some bytes, or one of 6 to 20 MiB. */
  make(isLarge = false): Size {
    const size = isLarge
      ? LARGE + (this.#large % LARGE_SIZES) * LARGE_STEP + Math.floor(this.#large++ / LARGE_SIZES)
      : SMALLEST + this.#small++
    const hash = hashOf(this.bytesOf(size))
    this.#hashes.set(hash, size)
    this.#sizes.set(size, hash)
    return size
  }

  /** The beginning of `size` that has fewer bytes, as a content of its own. */
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

  /** Which content these bytes are; null for what nobody has written. */
  of(bytes: Buffer): Size | null {
    return this.#hashes.get(hashOf(bytes)) ?? null
  }

  /** The same by the MD5 of the bytes, as a number in hexadecimal letters. */
  ofHash(hash: string): Size | null {
    return this.#hashes.get(hash) ?? null
  }
}

const hashOf = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex')
