// The socket of one open page: what is sent, how much may wait, and whether the page is still alive.
import type { WebSocket } from 'ws'
import { CLOSED_SIGNED_OUT, type EventFrame } from '../../../contract/events.ts'

/**
 * Bytes that may wait for a slow page. Beyond that, nothing more is sent until it has read them; then it is told to
 * fetch everything again.
 */
const WAITING_MAX_BYTES = 256 * 1024
const UNANSWERED_MAX = 2
/** RFC 6455 section 7.4.1. */
const BAD_MESSAGE = 1008
const BROKEN = 1011

export interface PageSocketOptions {
  socket: WebSocket
  /** The session under which it was opened. */
  sessionId: string
  /** Called when a page that was behind has read everything. */
  onCaughtUp(page: PageSocket): void
  onSent(type: EventFrame['type']): void
}

export class PageSocket {
  readonly sessionId: string
  readonly #socket: WebSocket
  readonly #options: PageSocketOptions
  #isBehind = false
  #unanswered = 0
  /** When it was last asked to renew its token. */
  renewalAskedAt = -Infinity

  constructor(options: PageSocketOptions) {
    this.#options = options
    this.#socket = options.socket
    this.sessionId = options.sessionId
    this.#socket.on('pong', () => {
      this.#unanswered = 0
    })
    // A page must not send anything here.
    this.#socket.on('message', () => this.#socket.close(BAD_MESSAGE))
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  onClose(listener: () => void): void {
    this.#socket.once('close', listener)
  }

  say(frame: EventFrame): void {
    if (this.#isBehind || !this.isOpen) return
    if (this.#socket.bufferedAmount > WAITING_MAX_BYTES) {
      this.#isBehind = true
      return
    }
    this.#options.onSent(frame.type)
    this.#socket.send(JSON.stringify(frame), () => this.#look())
  }

  /** Pings the page, and drops it if it has not answered the last two pings. */
  ping(): void {
    if (this.#unanswered >= UNANSWERED_MAX) return this.#socket.terminate()
    this.#unanswered += 1
    this.#socket.ping()
  }

  /** Tells the page that the session has ended, and closes. */
  end(seq: number): void {
    this.say({ seq, type: 'session', state: 'ended' })
    this.#socket.close(CLOSED_SIGNED_OUT)
  }

  /** Closes because of a problem on our side, so that the page reconnects. */
  giveUp(): void {
    this.#socket.close(BROKEN)
  }

  #look(): void {
    if (!this.#isBehind || this.#socket.bufferedAmount > 0) return
    this.#isBehind = false
    this.#options.onCaughtUp(this)
  }
}
