// Finds a node by its hash. There are thousands of small tables in place of a large one, so that each can grow without
// a noticeable pause.

const SHARD_BITS = 12
const FIRST_SLOTS = 8
const EMPTY = -1

interface Shard {
  slots: Int32Array
  taken: number
}

const newShard = (slots: number): Shard => ({ slots: new Int32Array(slots).fill(EMPTY), taken: 0 })

export class Lookup {
  readonly #shards: (Shard | undefined)[] = Array.from({ length: 1 << SHARD_BITS }, () => undefined)
  readonly #hashOf: (node: number) => number
  #bytes = 0

  constructor(hashOf: (node: number) => number) {
    this.#hashOf = hashOf
  }

  /** Bytes of memory that the tables take. */
  get bytes(): number {
    return this.#bytes
  }

  /** The node with this hash of which `isIt` is true, or -1. */
  find(hash: number, isIt: (node: number) => boolean): number {
    const shard = this.#shards[hash >>> (32 - SHARD_BITS)]
    if (!shard) return EMPTY
    const mask = shard.slots.length - 1
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const node = shard.slots[at] ?? EMPTY
      if (node === EMPTY) return EMPTY
      if (this.#hashOf(node) === hash && isIt(node)) return node
    }
  }

  add(hash: number, node: number): void {
    const number = hash >>> (32 - SHARD_BITS)
    let shard = this.#shards[number]
    if (!shard || (shard.taken + 1) * 4 > shard.slots.length * 3) {
      shard = this.#grown(shard)
      this.#shards[number] = shard
    }
    put(shard, hash, node)
  }

  /** Takes a node out. Those behind it move up, so that no search ends too early. */
  remove(hash: number, node: number): void {
    const shard = this.#shards[hash >>> (32 - SHARD_BITS)]
    if (!shard) return
    const { slots } = shard
    const mask = slots.length - 1
    let at = hash & mask
    while (slots[at] !== node) {
      if (slots[at] === EMPTY) return
      at = (at + 1) & mask
    }
    shard.taken -= 1
    for (let hole = at, next = (at + 1) & mask; ; next = (next + 1) & mask) {
      const moved = slots[next] ?? EMPTY
      if (moved === EMPTY) {
        slots[hole] = EMPTY
        return
      }
      const home = this.#hashOf(moved) & mask
      // A node whose home lies behind the hole stays: before its home no search would find it.
      if (((next - home) & mask) >= ((next - hole) & mask)) {
        slots[hole] = moved
        hole = next
      }
    }
  }

  #grown(old: Shard | undefined): Shard {
    const shard = newShard(old ? old.slots.length * 2 : FIRST_SLOTS)
    for (const node of old?.slots ?? []) if (node !== EMPTY) put(shard, this.#hashOf(node), node)
    this.#bytes += shard.slots.byteLength - (old?.slots.byteLength ?? 0)
    return shard
  }
}

function put(shard: Shard, hash: number, node: number): void {
  const mask = shard.slots.length - 1
  let at = hash & mask
  while (shard.slots[at] !== EMPTY) at = (at + 1) & mask
  shard.slots[at] = node
  shard.taken += 1
}
