// One connection to the storage, for one request after the other. It reads into buffers of its owner's, not through
// Node's streams, which would take several times the processor time.
import { connect, type Socket } from 'node:net'
import type { LentBytes, ReadBuffers } from './read-buffers.ts'

/** Who waits for an answer on a connection. */
export interface Listener {
  /** Bytes of the answer. Answers whether there is room for more; if not, `resume` must follow. */
  read(bytes: LentBytes): boolean
  /** The connection is gone, or nothing came for too long. */
  fail(error: Error): void
}

export interface ConnectionPlan {
  host: string
  port: number
  buffers: ReadBuffers
  /** Limits, in milliseconds: until it is open, without a byte during a request, and without a request. */
  connectMs: number
  silentMs: number
  keptMs: number
  /** Called when the answer to a request has been read and another may follow, and when there will be none. */
  onFree(connection: PlainConnection): void
  onGone(connection: PlainConnection): void
}

export const timedOut = (what: string): Error => Object.assign(new Error(what), { name: 'TimeoutError' })

const brokenOff = (): Error =>
  Object.assign(new Error('the storage closed the connection before the end of its answer'), { code: 'ECONNRESET' })

export class PlainConnection {
  readonly #plan: ConnectionPlan
  readonly #socket: Socket
  #listener: Listener | null = null
  #isUsed = false

  constructor(plan: ConnectionPlan) {
    this.#plan = plan
    const { host, port, buffers } = plan
    this.#socket = connect({
      host,
      port,
      noDelay: true,
      onread: {
        buffer: () => buffers.take(),
        // The buffer is ours from here on: Node asks for another one after each read.
        callback: (length, buffer) => this.#read(buffers.lend(buffer as Buffer, length)),
      },
    })
    this.#socket.setTimeout(plan.connectMs, () => this.#onSilence())
    this.#socket.once('connect', () => this.#socket.setTimeout(plan.silentMs))
    this.#socket.once('end', () => this.destroy(brokenOff()))
    this.#socket.once('error', (error) => this.destroy(error))
    this.#socket.once('close', () => this.destroy(brokenOff()))
  }

  /** Whether a request was sent on it already. */
  get isUsed(): boolean {
    return this.#isUsed
  }

  /** Sends a request without a body. */
  send(request: string, listener: Listener): void {
    this.#listener = listener
    this.#isUsed = true
    this.#socket.ref()
    if (!this.#socket.connecting) this.#socket.setTimeout(this.#plan.silentMs)
    this.#socket.write(request, 'latin1')
    this.resume()
  }

  /** Reads on. */
  resume(): void {
    this.#socket.resume()
  }

  /** The answer has come to its end. `isKept`: the connection may take another request. */
  leave({ isKept }: { isKept: boolean }): void {
    this.#listener = null
    if (!isKept) return this.destroy(brokenOff())
    this.#socket.setTimeout(this.#plan.keptMs)
    this.#socket.unref()
    this.#plan.onFree(this)
  }

  /** Ends it. Whoever waits for an answer gets the error. */
  destroy(error: Error): void {
    const listener = this.#listener
    this.#listener = null
    this.#socket.destroy()
    this.#plan.onGone(this)
    listener?.fail(error)
  }

  #read(bytes: LentBytes): boolean {
    if (this.#listener) return this.#listener.read(bytes)
    // Nobody has asked for anything: whatever this is, it must not become part of the next answer.
    bytes.giveBack()
    this.destroy(brokenOff())
    return false
  }

  #onSilence(): void {
    const { connectMs, silentMs } = this.#plan
    this.destroy(
      timedOut(
        this.#socket.connecting
          ? `no connection to the storage in ${connectMs} ms`
          : `the storage sent nothing for ${silentMs} ms`,
      ),
    )
  }
}
