import { makeAutoObservable } from 'mobx'
import type { Store } from '../forgetting.ts'
import { READING_MS, SpeedMeter } from './speed.ts'

/** Milliseconds between two updates of the progress. */
const SHOW_MS = 100

/** Updates the progress while something runs, and measures the speed once a second. */
export class ProgressClock implements Store {
  /** Bytes per second. */
  speed = 0
  #timer: ReturnType<typeof setInterval> | undefined
  #readAt = 0
  readonly #meter = new SpeedMeter()
  readonly #show: () => number

  /** @param show updates all progress, and returns the number of bytes sent in total */
  constructor(show: () => number) {
    this.#show = show
    makeAutoObservable(this, {}, { autoBind: true })
  }

  look(): void {
    const bytes = this.#show()
    const now = Date.now()
    if (now - this.#readAt < READING_MS) return
    this.#readAt = now
    this.#meter.read(bytes, now)
    this.speed = this.#meter.speed
  }

  /** Starts or stops it. */
  run(isNeeded: boolean): void {
    if (isNeeded) this.#timer ??= setInterval(this.look, SHOW_MS)
    else this.forget()
  }

  /** Stops, and forgets the speed. */
  forget(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#meter.reset()
    this.speed = 0
  }
}
