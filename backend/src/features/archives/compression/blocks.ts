// Compression in blocks, off the event loop. In bzip2, xz and LZ4, several complete streams one after another are a
// valid stream, so each block is compressed separately. Memory is bounded by the blocks in work, however many archives
// there are and however large.
import pLimit from 'p-limit'

export interface BlockCompression {
  /** Bytes of a block before compression. */
  blockBytes: number
  /** Blocks in work at once, for all archives together. */
  parallel: number
  compress(block: Buffer): Promise<Uint8Array>
}

// Blocks of one archive, one for each of two cores, while the block before is awaited or sent.
const AHEAD = 1
// Many small files arrive slowly. A partial block after this time shows clients and proxies that data still flows.
const BLOCK_MAX_MS = 5_000
const NOTHING = new Uint8Array()

/** Buffers that are reused. Leaving them to the garbage collector would hold many megabytes until it runs. */
export class Blocks {
  readonly bytes: number
  readonly #most: number
  readonly #spare: Buffer[] = []

  /** Keeps at most `most` unused blocks. */
  constructor(bytes: number, most: number) {
    this.bytes = bytes
    this.#most = most
  }

  take(): Buffer {
    return this.#spare.pop() ?? Buffer.allocUnsafeSlow(this.bytes)
  }

  /** Returns a block, or the beginning of one, that nobody uses any more. */
  giveBack({ buffer }: Buffer): void {
    if (this.#spare.length < this.#most) this.#spare.push(Buffer.from(buffer))
  }
}

/**
 * Creates the compressing function. All its streams share the limit. `compress` has finished with a block when it
 * resolves.
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
        // A block that nobody wants any more must not make others wait.
        const compressed = limit(async () => (isOver ? NOTHING : compress(block))).finally(() => blocks.giveBack(block))
        // A failure is reported when the block's turn comes.
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
 * Splits bytes into blocks of one size, which the caller has to give back. The last one is shorter, and so is one that
 * took five seconds to fill. No bytes at all give one empty block.
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
