// The compressors for tar archives, by format: one stream in, one stream out.
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
 * With preset 2, a block of 1 MiB takes 12 MiB of memory. A block of 2 MiB would take 20 MiB and save 0.3 % (4 % for
 * source code); preset 6 would take about 90 MiB and save a tenth. Two at once leave the other half of Node's four
 * threads to everybody else.
 */
const XZ = { preset: 2, blockBytes: MIB, parallel: 2 } as const

type Compress = (tar: AsyncIterable<Buffer>) => AsyncIterable<Uint8Array>

/** How the tar is compressed in each format. */
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
  // Brotli's best level is meant for data that is compressed once and sent often.
  tarbr: through(() => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })),
  tarzst: through(() => createZstdCompress()),
}

// Compresses a block to a complete .xz stream.
function compressXz(block: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    compressLzma(block, { preset: XZ.preset }, (compressed: Buffer | null, error?: Error) => {
      if (compressed) resolve(compressed)
      else reject(error ?? new Error('xz failed'))
    })
  })
}

function through(create: () => Transform): Compress {
  // An error before the compressor destroys it, and its reader gets the error.
  return (tar) => pipeline(Readable.from(tar, { objectMode: false }), create(), () => undefined)
}

// Snappy's framing format. Compressing a chunk takes less time than passing it to a thread.
async function* compressSnappy(tar: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  const compressor = new Compressor()
  for await (const chunk of tar) {
    const framed = compressor.update(chunk)
    if (framed.length > 0) yield framed
  }
  yield await compressor.finish()
}
