// What the owner of a torrent wants of it. They may change their mind while it runs.
import type { TorrentSource } from '../types.ts'
import type { TorrentJob } from './kept.ts'

/**
 * What a change means for a run. `order`: the same files, others of them first. `files`: other files. `anew`: its
 * process has to begin again, because it is to ask other trackers, or to verify what is there.
 */
export type WishChange = 'order' | 'files' | 'anew'

const LOOK_MS = 500
const CHANGES: readonly [WishChange, readonly (keyof TorrentSource)[]][] = [
  ['anew', ['trackers', 'checks']],
  ['files', ['wanted', 'inOrder']],
  ['order', ['first']],
]

/** What has changed, or null. */
export function changeBetween(before: TorrentSource, now: TorrentSource): WishChange | null {
  const differs = (key: keyof TorrentSource) => JSON.stringify(before[key]) !== JSON.stringify(now[key])
  return CHANGES.find(([, keys]) => keys.some(differs))?.[0] ?? null
}

/** What is wanted at a moment, and whether that is still so. */
export class Wish {
  readonly #job: Pick<TorrentJob, 'input'>
  readonly #over = new AbortController()
  readonly #timer: NodeJS.Timeout
  #source: TorrentSource
  #change: WishChange | null = null
  /** Told of the files that come first when these have changed. */
  onOrder: (first: readonly number[]) => void = () => undefined

  constructor(job: Pick<TorrentJob, 'input'>) {
    this.#job = job
    this.#source = job.input.source
    this.#timer = setInterval(() => this.look(), LOOK_MS).unref()
  }

  get source(): TorrentSource {
    return this.#source
  }

  /** Aborts when something else is wanted, but for another order. */
  get signal(): AbortSignal {
    return this.#over.signal
  }

  /** What has changed when the signal has aborted. */
  get change(): WishChange | null {
    return this.#change
  }

  /** Looks whether it is still wanted. */
  look(): void {
    const { source } = this.#job.input
    if (source === this.#source || this.signal.aborted) return
    this.#change = changeBetween(this.#source, source)
    if (this.#change === 'files' || this.#change === 'anew')
      return this.#over.abort(new Error('something else is wanted'))
    this.#source = source
    if (this.#change === 'order') this.onOrder(source.first ?? [])
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

/** Rejects when the signal aborts. */
export const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const leave = () => reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
  })
