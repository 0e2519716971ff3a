// Reads the fields of a 7z header (7zFormat.txt of 7-Zip's sources).
import { damaged } from '../unpacking.ts'

const BYTE = 256

export class HeaderReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** @throws AppError `unsupportedMediaType` if there are fewer, like all of these methods */
  take(length: number): Buffer {
    const end = this.#at + length
    if (end > this.#bytes.length) throw damaged()
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }

  /** Everything that follows. */
  rest(): Buffer {
    return this.take(this.#bytes.length - this.#at)
  }

  byte(): number {
    return this.take(1)[0] ?? 0
  }

  /** A number of 1 to 9 bytes. The ones at the beginning of the first byte say how many bytes follow. */
  number(): number {
    const first = this.byte()
    let value = 0
    for (let more = 0, mask = 0x80; ; more += 1, mask >>= 1) {
      if (more === 8 || (first & mask) === 0) {
        value += (first & Math.max(0, mask - 1)) * BYTE ** more
        break
      }
      value += this.byte() * BYTE ** more
    }
    if (!Number.isSafeInteger(value)) throw damaged()
    return value
  }

  /** A number of things. Each of them takes at least one bit of the header, so it cannot be huge. */
  count(): number {
    const count = this.number()
    if (count > this.#bytes.length * 8) throw damaged()
    return count
  }

  numbers(count: number): number[] {
    return this.#times(count, () => this.number())
  }

  bits(count: number): boolean[] {
    const bytes = this.take(Math.ceil(count / 8))
    return Array.from({ length: count }, (_, at) => ((bytes[at >> 3] ?? 0) & (0x80 >> (at & 7))) !== 0)
  }

  /** Bits that are left out if all are set. */
  sparseBits(count: number): boolean[] {
    return this.byte() === 0 ? this.bits(count) : this.#times(count, () => true)
  }

  /** Checksums; null where there is none. */
  checksums(count: number): (number | null)[] {
    return this.sparseBits(count).map((isThere) => (isThere ? this.take(4).readUInt32LE() : null))
  }

  /** A list that the header contains itself. It may also lie elsewhere, which no program does. */
  expectInline(): void {
    if (this.byte() !== 0) throw damaged()
  }

  /** @throws AppError if the next byte is another one */
  expect(id: number): void {
    if (this.byte() !== id) throw damaged()
  }

  #times<T>(count: number, read: () => T): T[] {
    if (count > this.#bytes.length * 8) throw damaged()
    return Array.from({ length: count }, read)
  }
}
