// The version of yt-dlp, as an administrator sees and chooses it. Workers try another one before they use it, so what
// they use is asked for again for a while.
import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { YtDlpRelease, YtDlpState } from '../../../backend/contract/yt-dlp.ts'
import type { Http } from '../api/http.ts'
import { createYtDlpApi } from '../api/yt-dlp.ts'

const ASK_MS = 3_000
const ASKS_MAX = 20

export class YtDlpStore {
  state: YtDlpState | null = null
  /** What the index lists; null until it was asked. */
  releases: readonly YtDlpRelease[] | null = null
  readonly #calls: ReturnType<typeof createYtDlpApi>
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(http: Http) {
    this.#calls = createYtDlpApi(http)
    makeAutoObservable(this, { state: observableRef, releases: observableRef }, { autoBind: true })
  }

  /** @throws ApiError */
  async load(): Promise<void> {
    const state = await this.#calls.state()
    runInAction(() => {
      this.state = state
    })
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
    runInAction(() => {
      this.state = state
    })
    this.#follow(ASKS_MAX)
  }

  /** Asks no more. */
  leave(): void {
    clearTimeout(this.#timer)
  }

  #follow(asks: number): void {
    clearTimeout(this.#timer)
    if (asks === 0) return
    this.#timer = setTimeout(() => {
      // The next one may succeed.
      void this.load()
        .catch(() => undefined)
        .then(() => this.#follow(asks - 1))
    }, ASK_MS)
  }
}
