// One connection to the storage, for one request after the other. It reads into buffers of its owner's, not through
// Node's streams, which would take several times the processor time.
import { connect, isIP, type Socket } from 'node:net'
import tls from 'node:tls'
import { LentBytes, type ReadBuffers } from './read-buffers.ts'

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
  /** Whether it is a connection of TLS. What such a one reads is in memory of its own. */
  isSecure: boolean
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

const NOTHING = Buffer.alloc(0)

const brokenOff = (): Error =>
  Object.assign(new Error('the storage closed the connection before the end of its answer'), { code: 'ECONNRESET' })

export class PlainConnection {
  readonly #plan: ConnectionPlan
  readonly #socket: Socket
  /** Those who wait until the system has taken what they have written. */
  readonly #writing = new Set<(error: Error) => void>()
  #listener: Listener | null = null
  /** The head of a request whose first bytes have not come. */
  #head = ''
  #isUsed = false
  #isOpen = false

  constructor(plan: ConnectionPlan) {
    this.#plan = plan
    this.#socket = plan.isSecure ? this.#openSecure(plan) : this.#open(plan)
    this.#socket.setTimeout(plan.connectMs, () => this.#onSilence())
    this.#socket.once(plan.isSecure ? 'secureConnect' : 'connect', () => {
      this.#isOpen = true
      this.#socket.setTimeout(plan.silentMs)
    })
    this.#socket.once('end', () => this.destroy(brokenOff()))
    this.#socket.once('error', (error) => this.destroy(error))
    this.#socket.once('close', () => this.destroy(brokenOff()))
  }

  #open({ host, port, buffers }: ConnectionPlan): Socket {
    return connect({
      host,
      port,
      noDelay: true,
      onread: {
        buffer: () => buffers.take(),
        // The buffer is ours from here on: Node asks for another one after each read.
        callback: (length, buffer) => this.#read(buffers.lend(buffer as Buffer, length)),
      },
    })
  }

  #openSecure({ host, port }: ConnectionPlan): Socket {
    const name = isIP(host) === 0 ? { servername: host } : {}
    const socket = tls.connect({ host, port, ...name, ALPNProtocols: ['http/1.1'] })
    socket.setNoDelay(true)
    return socket.on('data', (bytes: Buffer) => {
      if (!this.#read(new LentBytes(bytes, () => undefined))) socket.pause()
    })
  }

  /** Whether a request was sent on it already. */
  get isUsed(): boolean {
    return this.#isUsed
  }

  /** Whether all that was written is with the system. */
  get isWritten(): boolean {
    return this.#writing.size === 0
  }

  /** Sends a request without a body. */
  send(request: string, listener: Listener): void {
    this.begin(request, listener)
    this.write(NOTHING).catch(() => undefined)
  }

  /** Begins a request. Its head goes out with the first bytes of its body, which may be none. */
  begin(head: string, listener: Listener): void {
    this.#listener = listener
    this.#head = head
    this.#isUsed = true
    this.#socket.ref()
    if (this.#isOpen) this.#socket.setTimeout(this.#plan.silentMs)
    this.resume()
  }

  /**
   * Writes more of the body of a request. Settles when the system has taken all of it. Of a connection that is gone no
   * end of a write counts.
   */
  write(piece: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) return reject(brokenOff())
      const taken = (error?: Error | null) => {
        this.#writing.delete(reject)
        if (error) reject(error)
        else resolve()
      }
      this.#writing.add(reject)
      if (this.#head === '') return void this.#socket.write(piece, taken)
      this.#socket.cork()
      this.#socket.write(this.#head, 'latin1', piece.length === 0 ? taken : undefined)
      if (piece.length > 0) this.#socket.write(piece, taken)
      this.#socket.uncork()
      this.#head = ''
    })
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
    for (const reject of this.#writing) reject(error)
    this.#writing.clear()
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
        this.#isOpen
          ? `the storage sent nothing for ${silentMs} ms`
          : `no connection to the storage in ${connectMs} ms`,
      ),
    )
  }
}
