// The speed of uploads and the time left. Fetched with the tray.
import { makeAutoObservable, reaction } from 'mobx'
import { rememberBlank, type Store } from './forgetting.ts'
import type { RootStore } from './RootStore.ts'
import { nextTimeLeft, READING_MS, secondsLeft, SpeedMeter } from './uploads/speed.ts'
import type { UploadQueue } from './uploads/UploadQueue.ts'

/** At this number of files per second, their count says more than their bytes. */
const MANY_A_SECOND = 3

export class UploadPaceStore implements Store {
  /** Bytes per second. */
  speed = 0
  /** Files per second. */
  files = 0
  /** Null if unknown. */
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

  /** Whether files are so small that they are counted instead of their bytes. */
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
    // The time for small files depends on their number, not on their size.
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

/** The page's store, created when it is first used. */
export const uploadPaceOf = (root: RootStore): UploadPaceStore => (root.later.uploadPace ??= new UploadPaceStore(root))
