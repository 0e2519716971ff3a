// Photos that were taken on this day in earlier years, and how far a worker is with looking at photos.
import { when } from 'mobx'
import type { DayPhoto, DayPhotos } from '../../../backend/contract/photo-days.ts'
import { createPhotoDaysApi } from '../api/photo-days.ts'
import { localDay } from '../lib/local-day.ts'
import { Throttle } from '../lib/throttle.ts'
import type { Store } from './forgetting.ts'
import { Latest } from './Latest.ts'
import type { RootStore } from './RootStore.ts'

/** While a worker looks at photos, the page asks how far it is. */
const POLL_MS = 3_000
const SOON_MS = 1_000
const PAUSE_MS = 2_000

/** The photos of one year. */
export interface YearOfPhotos {
  year: number
  /** How many years ago that was. */
  ago: number
  photos: readonly DayPhoto[]
}

export class PhotoDaysStore implements Store {
  readonly found = new Latest<DayPhotos, string>()
  #isShown = false
  readonly #api: ReturnType<typeof createPhotoDaysApi>
  readonly #looks: Throttle

  constructor(root: RootStore) {
    this.#api = createPhotoDaysApi(root.api.http)
    this.#looks = new Throttle(
      async () => {
        await when(() => root.live.isVisible)
        await this.refresh()
      },
      () => PAUSE_MS,
    )
  }

  /** Forgets everything, as when another person signs in, or when nobody looks at it any more. */
  readonly forget = (): void => {
    this.#looks.stop()
    this.found.forget()
    this.#isShown = false
  }

  /** Shows what is known, and has new photos looked at. */
  async show(): Promise<void> {
    this.#isShown = true
    await this.refresh()
    // What is known can be shown all the same.
    await this.#api.look().catch(() => undefined)
    if (this.#isShown) this.#looks.ask(SOON_MS)
  }

  async refresh(): Promise<void> {
    if (!this.#isShown) return
    const day = localDay(new Date())
    await this.found.load(() => this.#api.list(day), { of: day, isQuiet: true })
    if (this.#isShown && this.found.value?.reading === true) this.#looks.ask(POLL_MS)
  }

  /** The latest year first. */
  get years(): YearOfPhotos[] {
    const byYear = Map.groupBy(this.found.value?.items ?? [], ({ taken }) => Number(taken.slice(0, 'yyyy'.length)))
    const now = new Date().getFullYear()
    return [...byYear].map(([year, photos]) => ({ year, ago: now - year, photos }))
  }
}

/** The store, created when it is first used. */
export const photoDaysOf = (root: RootStore): PhotoDaysStore => (root.later.photoDays ??= new PhotoDaysStore(root))
