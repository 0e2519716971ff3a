// How fast uploads go, and how long the rest takes. It comes with the tray.
import { makeAutoObservable, reaction } from 'mobx'
import { rememberBlank, type Store } from './forgetting.ts'
import type { RootStore } from './RootStore.ts'
import { nextTimeLeft, READING_MS, secondsLeft, SpeedMeter } from './uploads/speed.ts'
import type { UploadQueue } from './uploads/UploadQueue.ts'

/** From so many files a second on, their number says more than their bytes. */
const MANY_A_SECOND = 3

export class UploadPaceStore implements Store {
  /** Bytes a second. */
  speed = 0
  /** Files a second. */
  files = 0
  /** Null while nobody can know. */
  secondsLeft: number | null = null
  #timer: ReturnType<typeof setInterval> | undefined
  readonly #bytesMeter = new SpeedMeter()
  readonly #filesMeter = new SpeedMeter()
  readonly #queue: UploadQueue
  readonly #blank: () => void

  constructor({ uploads: { queue } }: RootStore) {
    this.#queue = queue
    makeAutoObservable(this, {}, { autoBind: true })
    this.#blank = rememberBlank(this)
    reaction(
      () => queue.running.length > 0,
      (isRunning) => {
        this.forget()
        if (isRunning) this.#timer = setInterval(this.read, READING_MS)
      },
      { fireImmediately: true },
    )
  }

  /** Whether files are so small that they are counted rather than weighed. */
  get isManySmall(): boolean {
    return this.files >= MANY_A_SECOND
  }

  /** Takes a reading. */
  read(): void {
    const { bytesSent, tally } = this.#queue
    const now = Date.now()
    this.#bytesMeter.read(bytesSent, now)
    this.#filesMeter.read(tally.countDone, now)
    this.speed = this.#bytesMeter.speed
    this.files = this.#filesMeter.speed
    const byBytes = secondsLeft(tally.bytesTotal - bytesSent, this.speed)
    // Small files take their time by number, not by length.
    const byFiles = this.isManySmall ? secondsLeft(tally.countTotal - tally.countDone, this.files) : null
    const guess = byFiles === null ? byBytes : Math.max(byFiles, byBytes ?? 0)
    this.secondsLeft = nextTimeLeft(this.secondsLeft, guess)
  }

  /** Forgets how fast it was. */
  forget(): void {
    clearInterval(this.#timer)
    this.#bytesMeter.reset()
    this.#filesMeter.reset()
    this.#blank()
  }
}

/** The one of a page. */
export const uploadPaceOf = (root: RootStore): UploadPaceStore => (root.later.uploadPace ??= new UploadPaceStore(root))
