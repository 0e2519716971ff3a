// What is laid around a tar: one stream in, one stream out, by format.
import { pipeline, Readable, type Transform } from 'node:stream'
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib'
import { compress as compressLzma } from 'lzma-native'
import { compressFrame } from 'lz4-napi'
import { Compressor } from 'snappy'
import type { ArchiveFormat } from '../../../../contract/archives.ts'
import { compressInBlocks } from './blocks.ts'
import { BZIP2_BLOCK_BYTES, BZIP2_THREADS, compressBzip2 } from './bzip2.ts'

const MIB = 1024 * 1024

/**
 * A block of 1 MiB takes 12 MiB at preset 2; one of 2 MiB would take 20 for a result that is 0.3 % smaller, and 4 % for
 * source code; preset 6 some 90 for a tenth less. Two at once leave the other half of Node's four threads to everybody
 * else.
 */
const XZ = { preset: 2, blockBytes: MIB, parallel: 2 } as const

type Compress = (tar: AsyncIterable<Buffer>) => AsyncIterable<Uint8Array>

/** How each format compresses its tar. */
export const COMPRESSIONS: { [Format in Exclude<ArchiveFormat, 'zip' | 'tar'>]: Compress } = {
  targz: through(() => createGzip()),
  tarbz2: compressInBlocks({ blockBytes: BZIP2_BLOCK_BYTES, parallel: BZIP2_THREADS, compress: compressBzip2 }),
  tarxz: compressInBlocks({ blockBytes: XZ.blockBytes, parallel: XZ.parallel, compress: compressXz }),
  tarlz4: compressInBlocks({
    blockBytes: MIB,
    parallel: 2,
    compress: (block) => compressFrame(block, { contentChecksum: true }),
  }),
  tarsz: compressSnappy,
  // Brotli at its best is for what is compressed once and sent often.
  tarbr: through(() => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })),
  tarzst: through(() => createZstdCompress()),
}

// One block as a whole .xz stream.
function compressXz(block: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    compressLzma(block, { preset: XZ.preset }, (compressed: Buffer | null, error?: Error) => {
      if (compressed) resolve(compressed)
      else reject(error ?? new Error('xz failed'))
    })
  })
}

function through(create: () => Transform): Compress {
  // What goes wrong before the compressor destroys it with the error, which whoever reads from it gets.
  return (tar) => pipeline(Readable.from(tar, { objectMode: false }), create(), () => undefined)
}

// Snappy's framing format; it compresses a chunk in less time than it takes to hand it to another thread.
async function* compressSnappy(tar: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  const compressor = new Compressor()
  for await (const chunk of tar) {
    const framed = compressor.update(chunk)
    if (framed.length > 0) yield framed
  }
  yield await compressor.finish()
}
