// One open page: what is said to it, how much may wait for it, and whether it still lives.
import type { WebSocket } from 'ws'
import { CLOSED_SIGNED_OUT, type EventFrame } from '../../../contract/events.ts'

/**
 * Bytes that may wait for a page that reads slowly. One with more to read is told nothing more until it has read them,
 * and then to look at everything anew.
 */
const WAITING_MAX_BYTES = 256 * 1024
const UNANSWERED_MAX = 2
/** RFC 6455 section 7.4.1. */
const BAD_MESSAGE = 1008
const BROKEN = 1011

export interface PageSocketOptions {
  socket: WebSocket
  /** The session that it was opened under. */
  sessionId: string
  /** Called when a page that was behind has read all there was. */
  onCaughtUp(page: PageSocket): void
  onSent(type: EventFrame['type']): void
}

export class PageSocket {
  readonly sessionId: string
  readonly #socket: WebSocket
  readonly #options: PageSocketOptions
  #isBehind = false
  #unanswered = 0
  /** When it was asked last to renew its token. */
  renewalAskedAt = -Infinity

  constructor(options: PageSocketOptions) {
    this.#options = options
    this.#socket = options.socket
    this.sessionId = options.sessionId
    this.#socket.on('pong', () => {
      this.#unanswered = 0
    })
    // A page has nothing to say here.
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

  /** Asks whether it lives; one that has not answered the last two times is let go. */
  ping(): void {
    if (this.#unanswered >= UNANSWERED_MAX) return this.#socket.terminate()
    this.#unanswered += 1
    this.#socket.ping()
  }

  /** Tells that nobody is signed in any more, and closes. */
  end(seq: number): void {
    this.say({ seq, type: 'session', state: 'ended' })
    this.#socket.close(CLOSED_SIGNED_OUT)
  }

  /** Closes because of a trouble of ours: the page comes back. */
  giveUp(): void {
    this.#socket.close(BROKEN)
  }

  #look(): void {
    if (!this.#isBehind || this.#socket.bufferedAmount > 0) return
    this.#isBehind = false
    this.#options.onCaughtUp(this)
  }
}
