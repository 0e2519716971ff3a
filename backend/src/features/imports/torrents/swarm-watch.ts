// Listens to a torrent's process for its run: tells speeds and peers, gives up where nobody comes for long, and knows
// how long nothing has come.
import type { ImportPhase } from '../../../../contract/import-kinds.ts'
import type { Log } from '../../../lib/log.ts'
import { failed } from '../landing-failures.ts'
import type { EngineOptions } from './engine.ts'
import { KeptEngine } from './kept-engine.ts'
import { NumberSet } from './kept.ts'
import type { News, TorrentOrder } from './messages.ts'
import type { Telling } from './telling.ts'
import type { TorrentTimes } from './options.ts'

/** The phases that need peers. Verifying and storing need none, and sharing may wait for some. */
const NEEDS_PEERS: ReadonlySet<ImportPhase> = new Set(['asking', 'downloading'])

/** Nothing has come for long, and another import waits for the place. */
export class NothingComes extends Error {}

export interface SwarmWatchOptions {
  start: Extract<TorrentOrder, { do: 'start' }>
  preload: EngineOptions['preload']
  times: TorrentTimes
  telling: Telling
  log: Pick<Log, 'warn'>
  onFailure(error: unknown): void
}

export class SwarmWatch {
  readonly engine: KeptEngine
  readonly #options: SwarmWatchOptions
  readonly #known = Promise.withResolvers<void>()
  readonly #uploadedBefore: number
  /** When there were peers, or something came, or none were needed, for the last time. */
  #company: number
  /** When bytes came, or none were needed, for the last time. */
  #lastBytes = performance.now()
  #received = 0
  #isChecked = false
  /** Pieces that are on the disk. */
  readonly #pieces = new NumberSet()
  #uploaded = 0
  /** Of the process that runs now. */
  #uploadedNow = 0
  #listener: (told: News) => void = () => undefined

  constructor(options: SwarmWatchOptions) {
    this.#options = options
    const { now, kept } = options.telling
    this.#uploadedBefore = now.uploaded
    this.#company = performance.now() - kept.aloneMs
    const { start, preload, times, log, onFailure } = options
    this.engine = new KeptEngine({
      engine: { preload, silenceMs: times.silence },
      pauseMs: times.pause,
      start,
      log,
      onFailure,
      onNews: (told) => this.#hear(told),
    })
  }

  /** Resolves when the torrent file is in the folder. */
  get known(): Promise<void> {
    return this.#known.promise
  }

  /** Sets who hears all other news from now on. They are told at once which pieces are known. */
  tell(listener: (told: News) => void): void {
    this.#listener = listener
    listener({ is: 'pieces', pieces: this.#pieces.numbers() })
    if (this.#isChecked) listener({ is: 'checked' })
  }

  /** Whether nothing has come for long that only others can give. */
  get isIdle(): boolean {
    return performance.now() - this.#lastBytes > this.#options.times.idle
  }

  end(): void {
    this.engine.end()
  }

  #hear(told: News): void {
    if (told.is === 'known') this.#known.resolve()
    if (told.is === 'checked') this.#isChecked = true
    if (told.is === 'pieces') {
      this.#company = performance.now()
      for (const piece of told.pieces) this.#pieces.add(piece)
    }
    if (told.is === 'going') this.#tellGoing(told)
    this.#listener(told)
  }

  #tellGoing({ speed, received, uploaded, peers }: Extract<News, { is: 'going' }>): void {
    const { telling, times, onFailure } = this.#options
    const isWaiting = NEEDS_PEERS.has(telling.now.phase)
    if (received !== this.#received || !isWaiting) this.#lastBytes = performance.now()
    this.#received = received
    if (peers > 0 || !isWaiting) this.#company = performance.now()
    const aloneMs = Math.round(performance.now() - this.#company)
    const isGivenUp = aloneMs > times.noPeers
    // A new process counts from 0 again.
    if (uploaded < this.#uploadedNow) this.#uploaded += this.#uploadedNow
    this.#uploadedNow = uploaded
    const sent = this.#uploadedBefore + this.#uploaded + uploaded
    // Who tries again gets the whole time again.
    telling.tell({ speed, peers, uploaded: sent, kept: { aloneMs: isGivenUp ? 0 : aloneMs } })
    if (isGivenUp) onFailure(failed('noPeers'))
  }
}
