// Keeps the process of a torrent going: starts it anew where it ends or hangs, with longer and longer pauses between.
import { failed } from '../landing-failures.ts'
import { TorrentEngine, type EngineOptions } from './engine.ts'
import type { TorrentLimits, News, TorrentOrder } from './messages.ts'
import type { Log } from '../../../lib/log.ts'

export interface KeptEngineOptions {
  engine: EngineOptions
  start: Extract<TorrentOrder, { do: 'start' }>
  log: Pick<Log, 'warn'>
  onNews(told: News): void
  onFailure(error: unknown): void
  /** The first pause, in milliseconds. */
  pauseMs: number
}

/** Crashes in a row until it is given up, and how long it has to work so that earlier ones do not count any more. */
const CRASHES_MAX = 5
const WELL_MS = 10 * 60_000

export class KeptEngine {
  readonly #options: KeptEngineOptions
  #start: KeptEngineOptions['start']
  #engine: TorrentEngine | undefined
  #timer: NodeJS.Timeout | undefined
  #crashes = 0
  #begun = 0
  #selected: number[] = []
  #isOver = false

  constructor(options: KeptEngineOptions) {
    this.#options = options
    this.#start = options.start
    this.#begin()
  }

  get pid(): number | undefined {
    return this.#engine?.pid
  }

  /** Fetches these files, in this order: behind those that were told before, or instead of them. */
  select(files: number[], instead = false): void {
    this.#selected = instead ? files : [...this.#selected, ...files]
    this.#engine?.send({ do: 'select', files, instead })
  }

  /** What has been stored is not fetched again by another process. */
  forget(file: number): void {
    this.#selected = this.#selected.filter((one) => one !== file)
  }

  limit(limits: TorrentLimits): void {
    this.#start = { ...this.#start, limits }
    this.#engine?.send({ do: 'limit', limits })
  }

  end(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#engine?.end()
  }

  #begin(): void {
    this.#begun = performance.now()
    this.#engine = new TorrentEngine(this.#options.engine, {
      onNews: (told) => this.#hear(told),
      onEnd: (said) => this.#crashed(said),
    })
    this.#engine.send(this.#start)
    if (this.#selected.length > 0) this.#engine.send({ do: 'select', files: this.#selected, instead: true })
  }

  #hear(told: News): void {
    if (this.#isOver) return
    if (told.is === 'failed') this.#giveUp(failed(told.code, told.detail))
    else this.#options.onNews(told)
  }

  #crashed(said: string): void {
    if (this.#isOver) return
    this.#options.log.warn({ said }, 'the process of a torrent has ended')
    this.#crashes = performance.now() - this.#begun > WELL_MS ? 1 : this.#crashes + 1
    if (this.#crashes > CRASHES_MAX) return this.#giveUp(failed('crashed', said))
    // A web seed may answer with more than the memory takes.
    this.#start = { ...this.#start, webSeeds: this.#crashes > 1 ? [] : this.#start.webSeeds }
    this.#timer = setTimeout(() => this.#begin(), this.#options.pauseMs * 2 ** (this.#crashes - 1))
  }

  #giveUp(error: unknown): void {
    this.end()
    this.#options.onFailure(error)
  }
}
