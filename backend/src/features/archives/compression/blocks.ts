// Compression block by block, off the event loop. In bzip2, xz and LZ4 any number of whole streams one after the other are one stream, so
// each block is compressed by itself: memory is bounded by the blocks at work, whatever the number of archives and their size.
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
const NOTHING = new Uint8Array()

/** Makes the function that compresses streams so. All that it makes share the limit. */
export function compressInBlocks({ blockBytes, parallel, compress }: BlockCompression): (source: AsyncIterable<Buffer>) => AsyncGenerator<Uint8Array> {
  const limit = pLimit(parallel)
  return async function* compressBlocks(source) {
    const coming: Promise<Uint8Array>[] = []
    let isOver = false
    try {
      for await (const block of blocksOf(source, blockBytes)) {
        // What waits for its turn when nobody wants it any more must not keep others waiting.
        const compressed = limit(async () => (isOver ? NOTHING : compress(block)))
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

/** The same bytes in blocks of one size; the last is shorter. No bytes at all are one empty block. */
export async function* blocksOf(source: AsyncIterable<Buffer>, blockBytes: number): AsyncGenerator<Buffer> {
  let block = Buffer.allocUnsafe(blockBytes)
  let filled = 0
  let isFirst = true
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length;) {
      const taken = chunk.copy(block, filled, at)
      at += taken
      filled += taken
      if (filled < blockBytes) continue
      yield block
      block = Buffer.allocUnsafe(blockBytes)
      filled = 0
      isFirst = false
    }
  }
  if (filled > 0 || isFirst) yield block.subarray(0, filled)
}
