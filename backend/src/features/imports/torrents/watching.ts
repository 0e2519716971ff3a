// Lets films and songs be played while they come: what is there of them from their beginning on is put into the system
// bucket piece by piece. It stays there as long as the job.
import { open } from 'node:fs/promises'
import mime from 'mime'
import type { Storage } from '../../../storage/types.ts'
import { watchKey } from '../keys.ts'
import { retrying } from '../retrying.ts'
import type { TorrentFile } from './metainfo.ts'
import { dataFile } from './piece-store.ts'
import type { Pieces } from './pieces.ts'

export const WATCH_PIECE = 8 * 1024 * 1024

export interface WatchingOptions {
  scratch: Pick<Storage['scratch'], 'put' | 'list'>
  jobId: string
  /** The job's own on the disk. */
  folder: string
  files: readonly TorrentFile[]
  pieces: Pick<Pieces, 'readyOf'>
  signal: AbortSignal
}

/** The type of a file that can be played; null for any other. */
export function playedType(name: string): string | null {
  const type = mime.getType(name)
  return type !== null && /^(?:video|audio)\//.test(type) ? type : null
}

export class Watching {
  readonly #options: WatchingOptions
  /** How many pieces of a file are put, and the puts under way. */
  readonly #put = new Map<number, number>()
  readonly #busy = new Map<number, Promise<void>>()

  constructor(options: WatchingOptions) {
    this.#options = options
  }

  /** Some files have grown. */
  grown(numbers: readonly number[]): void {
    for (const number of numbers) {
      const file = this.#options.files[number]
      if (!file || this.#busy.has(number) || playedType(file.path) === null || !this.#hasMore(number, file)) continue
      // A failure only means that it cannot be watched yet: what is missing is put with what comes next.
      const work = this.#putNext(number, file).catch(() => undefined)
      this.#busy.set(number, work)
      void work.then(() => this.#busy.delete(number))
    }
  }

  /** Waits until what is there of a file is put. */
  async settled(number: number): Promise<void> {
    await this.#busy.get(number)
    this.grown([number])
    await this.#busy.get(number)
  }

  #hasMore(number: number, { size }: TorrentFile): boolean {
    const start = (this.#put.get(number) ?? 0) * WATCH_PIECE
    return start < size && this.#options.pieces.readyOf(number) >= Math.min(start + WATCH_PIECE, size)
  }

  async #putNext(number: number, file: TorrentFile): Promise<void> {
    const { scratch, jobId, signal } = this.#options
    if (!this.#put.has(number)) this.#put.set(number, (await scratch.list(watchKey(jobId, number))).length)
    while (!signal.aborted && this.#hasMore(number, file)) {
      const piece = this.#put.get(number) ?? 0
      const bytes = await this.#read(number, piece * WATCH_PIECE, Math.min((piece + 1) * WATCH_PIECE, file.size))
      await retrying(() => scratch.put(watchKey(jobId, number, piece), bytes), signal)
      this.#put.set(number, piece + 1)
    }
  }

  async #read(number: number, start: number, end: number): Promise<Buffer> {
    const bytes = Buffer.alloc(end - start)
    const handle = await open(dataFile(this.#options.folder, number), 'r')
    try {
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, start)
      if (bytesRead !== bytes.length) throw new Error('a file is shorter than what was verified of it')
      return bytes
    } finally {
      await handle.close()
    }
  }
}
