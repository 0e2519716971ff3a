// Keeps the pieces of a torrent in files that have numbers for names, so that no name of the torrent ever reaches the
// disk. Files are open only while they are read or written, and a moment longer: there may be 20,000, and one that has
// been stored can be deleted at any time.
import { readdirSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { callbackify } from 'node:util'
import type { ChunkStore } from 'webtorrent'
import { KeptOpen } from './kept-open.ts'
import type { Metainfo, TorrentFile } from './metainfo.ts'
import { filesOfPiece } from './pieces.ts'

/** Where a file of a torrent lies in its job's folder. */
export const dataFile = (folder: string, number: number): string => path.join(folder, DATA, String(number))
export const DATA = 'files'

/** A part of a piece: which bytes of it are which bytes of a file. */
interface Slice {
  number: number
  file: TorrentFile
  /** Where it begins in the piece, and in the file. */
  inPiece: number
  inFile: number
  length: number
}

/** A part of a piece; all of it, where nothing is said. */
interface Range {
  offset?: number
  length?: number
}

type Done<T = void> = (error: Error | null, value?: T) => void

export class PieceStore implements ChunkStore {
  readonly chunkLength: number
  readonly #folder: string
  readonly #torrent: Metainfo
  readonly #written = new KeptOpen()
  /** Bytes of the files on the disk, because each piece is read once at the start to see whether it is there. */
  readonly #sizes: Map<number, number>

  constructor(folder: string, torrent: Metainfo) {
    this.#folder = folder
    this.#torrent = torrent
    this.chunkLength = torrent.pieceLength
    this.#sizes = sizesIn(path.join(folder, DATA))
  }

  put(index: number, bytes: Uint8Array, done: Done): void {
    callbackify(() => this.#write(index, bytes))(done)
  }

  get(index: number, options: Range | Done<Uint8Array> | null, callback?: Done<Uint8Array>): void {
    const done = callback ?? options
    if (typeof done !== 'function') throw new TypeError('nobody waits for the piece')
    const { offset = 0, length = this.#lengthOf(index) - offset } = typeof options === 'function' ? {} : (options ?? {})
    callbackify(() => this.#read(index, offset, length))(done)
  }

  close(done: Done): void {
    this.#written.close()
    queueMicrotask(() => done(null))
  }

  destroy(done: Done): void {
    this.close(done)
  }

  #lengthOf(index: number): number {
    return Math.min(this.chunkLength, this.#torrent.total - index * this.chunkLength)
  }

  /** The parts of a range of a piece. What is left out has none: padding consists of zeros. */
  #slices(index: number, offset: number, length: number): Slice[] {
    const from = index * this.chunkLength + offset
    return filesOfPiece(this.#torrent, index).flatMap((number): Slice[] => {
      const file = this.#torrent.files[number]
      if (!file || file.isLeftOut) return []
      const start = Math.max(from, file.offset)
      const end = Math.min(from + length, file.offset + file.size)
      if (start >= end) return []
      return [{ number, file, inPiece: start - from, inFile: start - file.offset, length: end - start }]
    })
  }

  async #write(index: number, bytes: Uint8Array): Promise<void> {
    for (const { number, inPiece, inFile, length } of this.#slices(index, 0, bytes.length)) {
      const file = dataFile(this.#folder, number)
      await this.#written.use(file, (handle) => handle.write(bytes, inPiece, length, inFile))
      this.#sizes.set(number, Math.max(this.#sizes.get(number) ?? 0, inFile + length))
    }
  }

  async #read(index: number, offset: number, length: number): Promise<Uint8Array> {
    const slices = this.#slices(index, offset, length)
    const isThere = ({ number, inFile, length: wanted }: Slice) => (this.#sizes.get(number) ?? 0) >= inFile + wanted
    if (!slices.every(isThere)) throw new Error('not there yet')
    const bytes = new Uint8Array(length)
    for (const slice of slices) {
      const handle = await open(dataFile(this.#folder, slice.number), 'r')
      try {
        const { bytesRead } = await handle.read(bytes, slice.inPiece, slice.length, slice.inFile)
        if (bytesRead !== slice.length) throw new Error('not there yet')
      } finally {
        await handle.close()
      }
    }
    return bytes
  }
}

/** Bytes of the files in a folder that have numbers for names. */
function sizesIn(folder: string): Map<number, number> {
  try {
    return new Map(readdirSync(folder).map((name) => [Number(name), statSync(path.join(folder, name)).size]))
  } catch {
    // What cannot be looked at is not there: it is fetched.
    return new Map()
  }
}
