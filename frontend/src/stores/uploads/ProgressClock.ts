import type { Store } from '../forgetting.ts'

/** Milliseconds between two updates of the progress. */
const SHOW_MS = 100

/** Updates the progress while something runs, ten times a second, so that the page is not rendered for each change. */
export class ProgressClock implements Store {
  #timer: ReturnType<typeof setInterval> | undefined
  readonly #show: () => void

  /** @param show updates all progress */
  constructor(show: () => void) {
    this.#show = show
  }

  look(): void {
    this.#show()
  }

  /** Starts or stops it. */
  run(isNeeded: boolean): void {
    if (isNeeded) this.#timer ??= setInterval(this.#show, SHOW_MS)
    else this.forget()
  }

  forget(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
