// The version of yt-dlp, as an administrator sees and chooses it. Workers test another one before they use it, so what
// they use is asked for again for a while.
import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { YtDlpRelease, YtDlpState } from '../../../backend/contract/yt-dlp.ts'
import type { Http } from '../api/http.ts'
import { createYtDlpApi } from '../api/yt-dlp.ts'
import { Latest } from './Latest.ts'

const ASK_MS = 3_000
const ASKS_MAX = 20

export class YtDlpStore {
  readonly known = new Latest<YtDlpState>()
  /** What the index lists; null until it was asked. */
  releases: readonly YtDlpRelease[] | null = null
  readonly #calls: ReturnType<typeof createYtDlpApi>
  #timer: ReturnType<typeof setTimeout> | undefined
  #asksLeft = 0

  constructor(http: Http) {
    this.#calls = createYtDlpApi(http)
    makeAutoObservable(this, { known: false, releases: observableRef }, { autoBind: true })
  }

  /** Null until it is known. */
  get state(): YtDlpState | null {
    return this.known.value
  }

  async load(): Promise<void> {
    await this.known.load(() => this.#calls.state(), { isQuiet: true })
  }

  /** Asks the index. @throws ApiError */
  async look(): Promise<void> {
    const releases = await this.#calls.releases()
    runInAction(() => {
      this.releases = releases
    })
  }

  /** Chooses a version; null for the one that was installed. @throws ApiError */
  async choose(version: string | null): Promise<void> {
    const state = await this.#calls.choose(version)
    // As the newest answer, so that no earlier question that is still under way replaces it.
    await this.known.load(() => Promise.resolve(state))
    this.#asksLeft = ASKS_MAX
    this.#askAgain()
  }

  /** Stops asking. */
  leave(): void {
    this.#asksLeft = 0
    clearTimeout(this.#timer)
  }

  #askAgain(): void {
    clearTimeout(this.#timer)
    if (this.#asksLeft === 0) return
    this.#asksLeft -= 1
    this.#timer = setTimeout(() => void this.load().then(() => this.#askAgain()), ASK_MS)
  }
}
