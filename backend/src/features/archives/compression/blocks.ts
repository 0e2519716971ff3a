// Compression block by block, off the event loop. In bzip2, xz and LZ4 any number of whole streams one after the other
// are one stream, so each block is compressed by itself: memory is bounded by the blocks at work, whatever the number
// of archives and their size.
import pLimit from 'p-limit'

export interface BlockCompression {
  /** Bytes of a block before it is compressed. */
  blockBytes: number
  /** Blocks at work at once, of all archives together. */
  parallel: number
  compress(block: Buffer): Promise<Uint8Array>
}

// Of one archive, while the block before is waited for or sent: one for each of two cores.
const AHEAD = 1
/** Many small files come slowly: who waits, and each proxy on the way, is to see that something comes. */
const BLOCK_MAX_MS = 5_000
const NOTHING = new Uint8Array()

/** Memory that is used again: left to the collector, many megabytes of it would wait for that. */
export class Blocks {
  readonly bytes: number
  readonly #most: number
  readonly #spare: Buffer[] = []

  /** Keeps `most` blocks that nobody uses at the moment. */
  constructor(bytes: number, most: number) {
    this.bytes = bytes
    this.#most = most
  }

  take(): Buffer {
    return this.#spare.pop() ?? Buffer.allocUnsafeSlow(this.bytes)
  }

  /** For a block, or its beginning, that nobody will look at again. */
  giveBack({ buffer }: Buffer): void {
    if (this.#spare.length < this.#most) this.#spare.push(Buffer.from(buffer))
  }
}

/**
 * Makes the function that compresses streams so. All that it makes share the limit. `compress` has done with a block
 * when it answers.
 */
export function compressInBlocks({
  blockBytes,
  parallel,
  compress,
}: BlockCompression): (source: AsyncIterable<Buffer>) => AsyncGenerator<Uint8Array> {
  const limit = pLimit(parallel)
  const blocks = new Blocks(blockBytes, 2 * parallel)
  return async function* compressBlocks(source) {
    const coming: Promise<Uint8Array>[] = []
    let isOver = false
    try {
      for await (const block of blocksOf(source, blocks)) {
        // What waits for its turn when nobody wants it any more must not keep others waiting.
        const compressed = limit(async () => (isOver ? NOTHING : compress(block))).finally(() => blocks.giveBack(block))
        // One that fails is heard of when its turn has come.
        compressed.catch(() => undefined)
        coming.push(compressed)
        if (coming.length > AHEAD) yield await (coming.shift() ?? compressed)
      }
      for (const compressed of coming) yield await compressed
    } finally {
      isOver = true
    }
  }
}

/**
 * The same bytes in blocks of one size, each to be given back; the last is shorter, and so is one that has been five
 * seconds in the making. No bytes at all are one empty block.
 */
export async function* blocksOf(
  source: AsyncIterable<Buffer>,
  blocks: Blocks,
  now = () => performance.now(),
): AsyncGenerator<Buffer> {
  let block: Buffer | null = null
  let filled = 0
  let isFirst = true
  let began = now()
  try {
    for await (const chunk of source) {
      for (let at = 0; at < chunk.length;) {
        block ??= blocks.take()
        const taken = chunk.copy(block, filled, at)
        at += taken
        filled += taken
        if (filled < blocks.bytes && now() - began < BLOCK_MAX_MS) continue
        const done: Buffer = block.subarray(0, filled)
        block = null
        yield done
        filled = 0
        isFirst = false
        began = now()
      }
    }
    if (block === null && !isFirst) return
    const last = (block ?? blocks.take()).subarray(0, filled)
    block = null
    yield last
  } finally {
    if (block !== null) blocks.giveBack(block)
  }
}
