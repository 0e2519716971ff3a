// The open connections to the storage, of which some are free for the next request.
import type { S3Limits } from '../s3-limits.ts'
import { type ConnectionPlan, PlainConnection } from './connection.ts'
import { ReadBuffers } from './read-buffers.ts'

export interface ConnectionLimits extends Pick<S3Limits, 'connectMs' | 'idleMs'> {
  keptMs: number
  /** Bytes that a connection reads at once. */
  readBytes: number
}

const OPEN_MAX = 256
const FREE_MAX = 32

export class PlainConnections {
  readonly #plan: ConnectionPlan
  readonly #open = new Set<PlainConnection>()
  /** The one used last is the last. */
  readonly #free: PlainConnection[] = []
  #isClosed = false

  constructor({ protocol, hostname, port }: URL, limits: ConnectionLimits) {
    const isSecure = protocol === 'https:'
    this.#plan = {
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(port) || (isSecure ? 443 : 80),
      isSecure,
      buffers: new ReadBuffers(limits.readBytes),
      connectMs: limits.connectMs,
      silentMs: limits.idleMs,
      keptMs: limits.keptMs,
      onFree: (connection) => this.#keep(connection),
      onGone: (connection) => this.#forget(connection),
    }
  }

  /** A free connection, or a new one; null where too many are open. `isNew`: a new one in any case. */
  take({ isNew }: { isNew: boolean }): PlainConnection | null {
    const free = isNew ? undefined : this.#free.pop()
    if (free) return free
    if (this.#isClosed || this.#open.size >= OPEN_MAX) return null
    const connection = new PlainConnection(this.#plan)
    this.#open.add(connection)
    return connection
  }

  close(): void {
    this.#isClosed = true
    for (const connection of this.#open) connection.destroy(new Error('the storage is closed'))
  }

  #keep(connection: PlainConnection): void {
    if (this.#isClosed || this.#free.length >= FREE_MAX) connection.destroy(new Error('enough are kept'))
    else this.#free.push(connection)
  }

  #forget(connection: PlainConnection): void {
    this.#open.delete(connection)
    const index = this.#free.indexOf(connection)
    if (index !== -1) this.#free.splice(index, 1)
  }
}
