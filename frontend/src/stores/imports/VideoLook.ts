// Looks up the video at a typed link before it is imported. Nothing waits for that; if it fails, nothing is shown.
import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { VideoProbe } from '../../../../backend/contract/imports.ts'
import type { ImportsStore } from '../ImportsStore.ts'

/** So that a link is not looked up at each letter that is typed. */
const SETTLE_MS = 600
const POLL_MS = 1_000
/** Longer than a worker looks. */
const POLLS_MAX = 150

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

export class VideoLook {
  /** The link that is looked at; '' for none. */
  link = ''
  probe: VideoProbe | null = null
  /** The keys of the entries that are to come. */
  chosen: ReadonlySet<string> = new Set()
  readonly #calls: Pick<ImportsStore['calls'], 'probe' | 'probed'>

  constructor(calls: Pick<ImportsStore['calls'], 'probe' | 'probed'>) {
    this.#calls = calls
    makeAutoObservable(this, { probe: observableRef, chosen: observableRef }, { autoBind: true })
  }

  get isWaiting(): boolean {
    return this.link !== '' && (this.probe === null || this.probe.state === 'waiting')
  }

  /** Looks at another link, if it stays for a moment. Returns a function that ends the look. */
  at(link: string, entries: boolean): () => void {
    const stop = new AbortController()
    const timer = setTimeout(() => void this.#run({ link, entries }, stop.signal), SETTLE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
      this.#show('', null)
    }
  }

  choose(keys: readonly string[], isWanted: boolean): void {
    const others = [...this.chosen].filter((key) => !keys.includes(key))
    this.chosen = new Set(isWanted ? [...others, ...keys] : others)
  }

  /**
   * The entries that are to come of the list at a link; none if the person has chosen so, and null for all of them and
   * for what was not looked at.
   */
  wishFor(link: string): string[] | null {
    const { entries = [], listed = 0 } = this.link === link ? (this.probe?.found ?? {}) : {}
    const wanted = entries.map(({ key }) => key).filter((key) => this.chosen.has(key))
    return wanted.length === entries.length && listed <= entries.length ? null : wanted
  }

  async #run(wish: { link: string; entries: boolean }, signal: AbortSignal): Promise<void> {
    this.#show(wish.link, null)
    try {
      let probe = await this.#calls.probe(wish)
      for (let polls = 0; probe.state === 'waiting' && polls < POLLS_MAX; polls += 1) {
        await pause(POLL_MS)
        if (signal.aborted) return
        probe = await this.#calls.probed(probe.id)
      }
      if (!signal.aborted) this.#show(probe.state === 'waiting' ? '' : wish.link, probe)
    } catch {
      if (!signal.aborted) this.#show('', null)
    }
  }

  #show(link: string, probe: VideoProbe | null): void {
    runInAction(() => {
      this.link = link
      this.probe = probe
      this.chosen = new Set(probe?.found?.entries.map(({ key }) => key))
    })
  }
}
