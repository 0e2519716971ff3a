// What the next run of a torrent needs to know.
import type { UserPath } from '../../../storage/paths.ts'
import type { ImportProgress, ImportInput, TorrentSource } from '../types.ts'
import { NO_PROGRESS } from '../types.ts'
import type { RunningJob } from '../../../jobs/types.ts'

export interface TorrentKept {
  /** The folder of its files, as the person sees it; null before it is chosen. */
  top: string | null
  /** Whether the folder was made. */
  isMade: boolean
  /** Numbers of the files that are in the folder, as bits in base64. */
  stored: string
  /** Uploads in parts that nobody has completed. */
  open: { number: number; path: string; uploadId: string }[]
  /** About how far some files are that come now. */
  coming: { number: number; bytes: number }[]
  /** For how long it has been without peers, in milliseconds of its runs. */
  aloneMs: number
}

export type TorrentInput = ImportInput<TorrentSource>
export type TorrentProgress = ImportProgress<TorrentKept>
export type TorrentJob = RunningJob<TorrentInput, TorrentProgress>

const NOTHING_KEPT: TorrentKept = { top: null, isMade: false, stored: '', open: [], coming: [], aloneMs: 0 }

/** What an earlier run has kept, if there was one. */
export function progressOf({ progress }: Pick<TorrentJob, 'progress'>): TorrentProgress & { kept: TorrentKept } {
  const known = (progress as TorrentProgress | null) ?? NO_PROGRESS
  return { ...known, kept: { ...NOTHING_KEPT, ...known.kept } }
}

/** Some numbers, small as text. */
export class NumberSet {
  #bits: Uint8Array

  constructor(text = '') {
    this.#bits = new Uint8Array(Buffer.from(text, 'base64'))
  }

  has(number: number): boolean {
    return ((this.#bits[number >> 3] ?? 0) & (1 << (number & 7))) !== 0
  }

  add(number: number): void {
    const at = number >> 3
    if (at >= this.#bits.length) {
      const more = new Uint8Array(at + 1)
      more.set(this.#bits)
      this.#bits = more
    }
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (number & 7))
  }

  /** All of them, the smallest first. */
  numbers(): number[] {
    return Array.from({ length: this.#bits.length * 8 }, (_, number) => number).filter((number) => this.has(number))
  }

  toString(): string {
    return Buffer.from(this.#bits).toString('base64')
  }
}

/** The path of a file below the folder of its torrent. */
export const pathIn = (top: UserPath, path: string): UserPath => `${top}/${path}` as UserPath
