// The checksum of LZ4 frames: xxHash with 32 bits and seed 0 (doc/xxhash_spec.md of xxHash). No package here has it.

const [P1, P2, P3, P4, P5] = [2654435761, 2246822519, 3266489917, 668265263, 374761393] as const
const STRIPE_BYTES = 16
const LANE_BYTES = 4

const turn = (value: number, by: number): number => (value << by) | (value >>> (32 - by))
const mix = (lane: number, word: number): number => Math.imul(turn((lane + Math.imul(word, P2)) | 0, 13), P1)

export class Xxh32 {
  readonly #lanes = [(P1 + P2) | 0, P2 | 0, 0, -P1 | 0]
  #held = Buffer.alloc(0)
  #length = 0

  update(bytes: Uint8Array): this {
    this.#length += bytes.length
    const all = this.#held.length === 0 ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) : this.#join(bytes)
    const end = all.length - (all.length % STRIPE_BYTES)
    let [one = 0, two = 0, three = 0, four = 0] = this.#lanes
    for (let at = 0; at < end; at += STRIPE_BYTES) {
      one = mix(one, all.readInt32LE(at))
      two = mix(two, all.readInt32LE(at + 4))
      three = mix(three, all.readInt32LE(at + 8))
      four = mix(four, all.readInt32LE(at + 12))
    }
    this.#lanes.splice(0, 4, one, two, three, four)
    this.#held = Buffer.from(all.subarray(end))
    return this
  }

  /** The checksum of all bytes so far. */
  digest(): number {
    const [one = 0, two = 0, three = 0, four = 0] = this.#lanes
    const isLong = this.#length >= STRIPE_BYTES
    let hash = isLong ? (turn(one, 1) + turn(two, 7) + turn(three, 12) + turn(four, 18)) | 0 : P5 | 0
    hash = (hash + this.#length) | 0
    let at = 0
    for (; at + LANE_BYTES <= this.#held.length; at += LANE_BYTES)
      hash = Math.imul(turn((hash + Math.imul(this.#held.readInt32LE(at), P3)) | 0, 17), P4)
    for (; at < this.#held.length; at += 1)
      hash = Math.imul(turn((hash + Math.imul(this.#held[at] ?? 0, P5)) | 0, 11), P1)
    hash = Math.imul(hash ^ (hash >>> 15), P2)
    hash = Math.imul(hash ^ (hash >>> 13), P3)
    return (hash ^ (hash >>> 16)) >>> 0
  }

  #join(bytes: Uint8Array): Buffer {
    return Buffer.concat([this.#held, bytes])
  }
}

export const xxh32 = (bytes: Uint8Array): number => new Xxh32().update(bytes).digest()
