// Receives changes from the server over one socket, which is reopened when it breaks. Without a socket the screens
// refresh from time to time.
import { makeAutoObservable, runInAction } from 'mobx'
import type { EventFrame } from '../../../backend/contract/events.ts'
import type { EventSocket } from '../api/events.ts'
import { backOff } from '../lib/back-off.ts'
import { LiveRefresh } from './live/LiveRefresh.ts'
import type { RootStore } from './RootStore.ts'
import { rememberBlank, type Store } from './forgetting.ts'

/** A socket that ends sooner than this counts as unreliable. */
const STABLE_MS = 10_000
/** How much longer than announced the server may be silent. */
const PATIENCE_MS = 5_000
/** A socket that has not opened after this time will not open. */
const OPENING_MS = 20_000
/** A connection that is back at the next try is not reported. */
const UNANSWERED_MAX = 1
/**
 * How often a server that does not answer is asked, in milliseconds. Its socket is tried less and less often. And a
 * page that opens without a connection may wait for a timer in vain: Chromium 156 drops some that nobody has cleared.
 */
const ASK_MS = 5_000

export class LiveStore implements Store {
  /** `off`: nobody is signed in. `waiting`: there is no socket, and another try will follow. */
  state: 'off' | 'connecting' | 'live' | 'waiting' = 'off'
  /** Whether the server does not answer at all: not even the first time, or not twice in a row. */
  isCutOff = false
  /** Whether the page is visible. */
  isVisible = true
  #socket: EventSocket | null = null
  /** How far this page has heard, within an epoch; null before the first event. */
  #epoch: string | null = null
  #seq = 0
  #failures = 0
  /** Whether the browser has a network, as far as it has said. */
  #hasNetwork = true
  #liveSince = -Infinity
  #heardAt = 0
  /** The server sends something at least this often, in ms. */
  #every = 30_000
  #retry: ReturnType<typeof setTimeout> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #asking: ReturnType<typeof setInterval> | undefined
  /** How many times in a row the server has not answered. */
  #unanswered = 0
  #refresh: LiveRefresh
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, {}, { autoBind: true })
    this.#refresh = new LiveRefresh(root, () => this.isVisible)
    this.#blank = rememberBlank(this, ['isVisible'])
    root.api.http.onReached = this.hear
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.stop()
    this.#refresh = new LiveRefresh(this.#root, () => this.isVisible)
    this.#blank()
  }

  get isLive(): boolean {
    return this.state === 'live'
  }

  /** Starts for the signed-in person. */
  start(): void {
    this.stop()
    // It has not answered this page yet, so the first silence counts.
    this.#unanswered = UNANSWERED_MAX
    this.#connect()
  }

  stop(): void {
    this.#leave()
    this.#refresh.stop()
    this.#epoch = null
    this.#failures = 0
    this.#unanswered = 0
    this.#enter('off')
    this.#setCutOff(false)
  }

  /**
   * The page is visible again, or the network is back: a waiting try happens now, and a silent socket is not trusted.
   */
  reconnect(): void {
    if (this.state === 'waiting') this.#connect()
    else if (this.state === 'live' && performance.now() - this.#heardAt > this.#every + PATIENCE_MS) this.#end()
  }

  /** Called when the browser has lost its network, or has it again. */
  setOnline(isOnline: boolean): void {
    this.#hasNetwork = isOnline
    if (!isOnline) {
      this.#setCutOff(true)
      return
    }
    this.reconnect()
    void this.ask()
  }

  setVisible(isVisible: boolean): void {
    this.isVisible = isVisible
    if (isVisible) this.reconnect()
  }

  take(frame: EventFrame): void {
    if (this.state !== 'live') this.#begin()
    this.#heardAt = performance.now()
    this.#seq = frame.seq
    if (frame.type === 'alive') this.#every = frame.every
    else if (frame.type === 'resync') this.#resync(frame.epoch)
    else if (frame.type === 'changed') this.#refresh.change(frame)
    else if (frame.type === 'operation') this.#root.operations.apply(frame.operation)
    else if (frame.type === 'places') void this.#root.later[frame.list]?.refresh()
    else if (frame.type === 'uploads') this.#root.tray.hear(frame)
    else if (frame.type === 'import') this.#root.later.imports?.apply(frame.id, frame.import)
    // An ended session is answered 401, which leads to the login.
    else if (frame.type === 'session') void this.#root.session.renew()
    else void this.#root.later[frame.type]?.refresh()
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
    this.hear()
    // Any call's answer shows what happened to the session and its permissions before the socket opened.
    void this.#root.api.events.isReachable()
  }

  #resync(epoch: string): void {
    const { calendar, reminders } = this.#root.later
    // What was fetched before the socket was there may have changed since.
    void calendar?.refresh()
    void reminders?.refresh()
    // Pages that are still uploading report again within a second.
    this.#root.tray.elsewhere.clear()
    // A new page has just fetched everything. Only while the folder was loading, a change may have been missed.
    if (this.#epoch === null && this.#failures === 0) this.#refresh.refreshListing()
    else this.#refresh.refreshAll()
    this.#epoch = epoch
  }

  /** Silence for longer than announced means that the connection is dead, although nothing reported it. */
  #listen(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#end(), this.#every * 2 + PATIENCE_MS)
  }

  #end(): void {
    this.#leave()
    this.#failures = this.state === 'live' && performance.now() - this.#liveSince > STABLE_MS ? 0 : this.#failures + 1
    this.#enter('waiting')
    this.#retry = setTimeout(() => this.#tryAgain(), backOff(this.#failures))
    void this.ask()
  }

  /** A socket that opens slowly does not keep anybody from learning that the server does not answer. */
  #tryAgain(): void {
    this.#connect()
    if (this.#unanswered > 0) void this.ask()
  }

  /**
   * Asks the server, as after a call that got no answer. A socket may be blocked on the way while everything else
   * works: then nothing is reported. And it may be dead though nothing has said so: then it is opened anew.
   */
  async ask(): Promise<void> {
    const wasLive = this.isLive
    if (await this.#root.api.events.isReachable()) return
    if (!this.isLive) this.#missAnswer()
    else if (wasLive) this.#end()
  }

  #missAnswer(): void {
    this.#unanswered += 1
    if (this.state !== 'off' && this.#unanswered > UNANSWERED_MAX) this.#setCutOff(true)
  }

  /** The server has answered something: this, or any other call. */
  hear(): void {
    this.#unanswered = 0
    const { listing } = this.#root
    // It may be old, and no event reports what has changed since. If it has failed by now, that was the answer.
    if (listing.keptAt !== null && listing.state === 'ready') this.#refresh.refreshListing()
    if (!this.isCutOff) return
    this.#setCutOff(false)
    this.reconnect()
    // An answer may have been on its way when the network went. Without one, this machine itself may still answer.
    if (!this.#hasNetwork) void this.ask()
  }

  #enter(state: LiveStore['state']): void {
    runInAction(() => {
      this.state = state
    })
  }

  #setCutOff(isCutOff: boolean): void {
    clearInterval(this.#asking)
    if (isCutOff) this.#asking = setInterval(() => void this.ask(), ASK_MS)
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
