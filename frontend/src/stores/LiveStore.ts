// Hears from the server what changes: over one socket, opened anew when it breaks off. Without one the screens look by
// themselves from time to time.
import { makeAutoObservable, runInAction } from 'mobx'
import type { EventFrame } from '../../../backend/contract/events.ts'
import type { EventSocket } from '../api/events.ts'
import { backOff } from '../lib/back-off.ts'
import { Looks } from './live/Looks.ts'
import type { RootStore } from './RootStore.ts'
import { rememberBlank, type Store } from './forgetting.ts'

/** A socket that ends sooner than this was none to rely on. */
const STABLE_MS = 10_000
/** How long the server may be silent beyond what it said. */
const PATIENCE_MS = 5_000
/** A socket that has said nothing for this long after it was asked for does not come any more. */
const OPENING_MS = 20_000
/** Nobody is told of a connection that is back within this time. */
const UNNOTICED_MS = 2_000

export class LiveStore implements Store {
  /** `off`: nobody is signed in. `waiting`: there was no socket, another try comes. */
  state: 'off' | 'connecting' | 'live' | 'waiting' = 'off'
  /** The server has not answered at all for a moment. */
  isCutOff = false
  /** Whether anybody looks at the page. */
  isVisible = true
  #socket: EventSocket | null = null
  /** How far this page has heard, within an epoch; null before it has heard anything. */
  #epoch: string | null = null
  #seq = 0
  #failures = 0
  #liveSince = -Infinity
  #heardAt = 0
  /** The server says something at least as often, in ms. */
  #every = 30_000
  #retry: ReturnType<typeof setTimeout> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #notice: ReturnType<typeof setTimeout> | undefined
  #looks: Looks
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, {}, { autoBind: true })
    this.#looks = new Looks(root, () => this.isVisible)
    this.#blank = rememberBlank(this, ['isVisible'])
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.stop()
    this.#looks = new Looks(this.#root, () => this.isVisible)
    this.#blank()
  }

  get isLive(): boolean {
    return this.state === 'live'
  }

  /** Begins for the person who is signed in. */
  start(): void {
    this.stop()
    this.#connect()
  }

  stop(): void {
    this.#leave()
    this.#looks.stop()
    this.#epoch = null
    this.#failures = 0
    this.#enter('off')
    this.#sayReachable()
  }

  /**
   * Somebody looks at the page again, or the network is back: what waits is tried now, and a silent socket is not
   * believed.
   */
  hurry(): void {
    if (this.state === 'waiting') this.#connect()
    else if (this.state === 'live' && performance.now() - this.#heardAt > this.#every + PATIENCE_MS) this.#end()
  }

  setVisible(isVisible: boolean): void {
    this.isVisible = isVisible
    if (isVisible) this.hurry()
  }

  take(frame: EventFrame): void {
    if (this.state !== 'live') this.#begin()
    this.#heardAt = performance.now()
    this.#seq = frame.seq
    if (frame.type === 'alive') this.#every = frame.every
    else if (frame.type === 'resync') this.#resync(frame.epoch)
    else if (frame.type === 'changed') this.#looks.change(frame)
    else if (frame.type === 'operation') this.#root.operations.apply(frame.operation)
    // An ended session is answered 401: the way to the login.
    else void this.#root.session.renew()
    this.#listen()
  }

  #connect(): void {
    this.#leave()
    this.#enter('connecting')
    this.#socket = this.#root.api.events.open(this.#epoch === null ? null : `${this.#epoch}.${this.#seq}`, {
      onFrame: this.take,
      onEnd: () => this.#end(),
    })
    this.#silence = setTimeout(() => this.#end(), OPENING_MS)
  }

  #begin(): void {
    this.#liveSince = performance.now()
    this.#enter('live')
    this.#sayReachable()
    // What became of the session and its rights before the socket was there is told by the answer to any call.
    void this.#root.api.events.isReachable()
  }

  #resync(epoch: string): void {
    // A page that is new has just fetched everything; only while the folder was on its way something may have come in
    // between.
    if (this.#epoch === null && this.#failures === 0) this.#looks.lookAtListing()
    else this.#looks.lookAtAll()
    this.#epoch = epoch
  }

  /** Silence for longer than was told means that the other end is gone, though nobody said so. */
  #listen(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#end(), this.#every * 2 + PATIENCE_MS)
  }

  #end(): void {
    this.#leave()
    this.#failures = this.state === 'live' && performance.now() - this.#liveSince > STABLE_MS ? 0 : this.#failures + 1
    this.#enter('waiting')
    this.#retry = setTimeout(() => this.#connect(), backOff(this.#failures))
    void this.#ask()
  }

  /** A socket may be refused on the way while everything else works: then nothing is said. */
  async #ask(): Promise<void> {
    const isReachable = await this.#root.api.events.isReachable()
    if (this.state === 'live' || this.state === 'off') return
    if (isReachable) this.#sayReachable()
    else this.#notice ??= setTimeout(() => this.#setCutOff(true), UNNOTICED_MS)
  }

  #sayReachable(): void {
    clearTimeout(this.#notice)
    this.#notice = undefined
    this.#setCutOff(false)
  }

  #enter(state: LiveStore['state']): void {
    runInAction(() => {
      this.state = state
    })
  }

  #setCutOff(isCutOff: boolean): void {
    runInAction(() => {
      this.isCutOff = isCutOff
    })
  }

  #leave(): void {
    this.#socket?.close()
    this.#socket = null
    clearTimeout(this.#retry)
    clearTimeout(this.#silence)
  }
}
