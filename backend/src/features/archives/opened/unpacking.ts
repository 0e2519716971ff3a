// Decompresses a tar as a stream.
import { pipeline, Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib'
import type { OpenableFormat } from '../../../../contract/archives.ts'
import { AppError } from '../../../lib/app-error.ts'
import { type ChildFile, piecesOfFile } from './cursor.ts'
import { mostBytesOf, tooMuch } from './entry-list.ts'

/** The formats of compressed tars. */
export type PackedTar = Extract<OpenableFormat, 'targz' | 'tarbz2' | 'tarxz' | 'tarlz4' | 'tarzst' | 'tarbr' | 'tarsz'>

/** The most memory that xz may use; `xz -9` needs 65 MiB. */
const XZ_MEMORY = 100 * 1024 * 1024

const UNPACKED: Record<PackedTar, (packed: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>> = {
  targz: through(() => createGunzip()),
  tarzst: through(() => createZstdDecompress()),
  tarbr: through(() => createBrotliDecompress()),
  tarbz2: unpackByBlocks,
  tarxz: unpackXz,
  tarlz4: unpackLz4,
  tarsz: unpackSnappy,
}

export const isPackedTar = (format: OpenableFormat): format is PackedTar => Object.hasOwn(UNPACKED, format)

/**
 * The decompressed tar.
 * @throws AppError `tooLarge` if it becomes far larger than the file
 */
export async function* unpackTar(format: PackedTar, file: ChildFile): AsyncGenerator<Uint8Array> {
  const most = mostBytesOf(file.size)
  let length = 0
  for await (const piece of UNPACKED[format](piecesOfFile(file))) {
    length += piece.length
    if (length > most) throw tooMuch()
    yield piece
  }
}

function through(create: () => Transform): (packed: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array> {
  // If the source fails, the pipeline destroys the decompressor with that error, which its reader then gets.
  return (packed) => pipeline(Readable.from(packed, { objectMode: false }), create(), () => undefined)
}

// Imported on demand, because it is native code that the other formats do not need.
async function* unpackXz(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { createDecompressor } = await import('lzma-native')
  yield* through(() => createDecompressor({ memlimit: XZ_MEMORY }))(packed)
}

async function* unpackByBlocks(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { unpackBzip2 } = await import('./bzip2-blocks.ts')
  yield* unpackBzip2(packed)
}

async function* unpackLz4(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* (await import('./lz4-frames.ts')).unpackLz4(packed)
}

async function* unpackSnappy(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { Decompressor } = await import('snappy')
  const decompressor = new Decompressor()
  for await (const piece of packed) yield decompressor.update(piece)
  yield await decompressor.finish()
}

export const damaged = (cause?: unknown): AppError =>
  new AppError('unsupportedMediaType', 'the archive is damaged', { cause })
