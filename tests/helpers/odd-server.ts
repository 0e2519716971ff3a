// An S3 server that does what a test likes, and connections to it.
import net from 'node:net'
import { afterAll, beforeAll, beforeEach } from '@jest/globals'
import { pino } from 'pino'
import { createS3Connections, type S3Connections } from '../../backend/src/storage/s3-clients.ts'
import type { S3Limits } from '../../backend/src/storage/s3-limits.ts'
import { happens } from './until.ts'

interface Asked {
  head: string
  /** Bytes of the body that have come. */
  bytes: number
  length: number
}

/** What the server does with the n-th request since the test began, counted from 1. */
type Reply = (socket: net.Socket, count: number) => void

/** Less than the time after which a test fails. */
const CLOSING_MS = 4_000

const nothing: Reply = () => undefined

class OddServer {
  /** At the head of a request, and when all of it has come; forgotten before each test. */
  atHead = nothing
  atEnd = nothing
  requests: Asked[] = []
  connections = 0
  observed: [call: string, status: number][] = []
  /** How much later it is for the connections than when the test began, in milliseconds. */
  later = 0
  readonly sockets = new Set<net.Socket>()
  readonly #server = net.createServer((socket) => this.#serve(socket))
  #s3: S3Connections | undefined

  get s3(): S3Connections {
    if (!this.#s3) throw new Error('no test has begun')
    return this.#s3
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve)
    })
  }

  begin(limits: S3Limits): void {
    this.#cut()
    this.atHead = nothing
    this.atEnd = nothing
    this.requests = []
    this.connections = 0
    this.observed = []
    this.later = 0
    this.#s3 = createS3Connections(
      {
        endpoint: `http://127.0.0.1:${(this.#server.address() as net.AddressInfo).port}`,
        region: 'us-east-1',
        accessKey: 'a-key',
        secretKey: 'its-secret',
      },
      pino({ level: 'silent' }),
      {
        limits,
        observe: (call, status) => this.observed.push([call, status]),
        ticks: () => this.later,
      },
    )
  }

  /** Waits until all connections are closed. */
  allClosed(): Promise<void> {
    return happens(() => this.sockets.size === 0, 'all connections are closed', CLOSING_MS)
  }

  async close(): Promise<void> {
    this.#cut()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }

  #cut(): void {
    this.#s3?.close()
    for (const socket of this.sockets) socket.destroy()
  }

  #serve(socket: net.Socket): void {
    this.connections += 1
    this.sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => this.sockets.delete(socket))
    let head = ''
    let asked: Asked | null = null
    socket.on('data', (bytes: Buffer) => {
      let rest = bytes
      while (rest.length > 0) {
        if (!asked) {
          const before = head.length
          head += rest.toString('latin1')
          const end = head.indexOf('\r\n\r\n')
          if (end === -1) return
          rest = rest.subarray(end + 4 - before)
          const length = Number(/\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
          asked = { head: head.slice(0, end), bytes: 0, length }
          head = ''
          this.requests.push(asked)
          this.atHead(socket, this.requests.length)
        }
        const taken = Math.min(rest.length, asked.length - asked.bytes)
        asked.bytes += taken
        rest = rest.subarray(taken)
        if (asked.bytes < asked.length) continue
        asked = null
        this.atEnd(socket, this.requests.length)
      }
    })
  }
}

/** For all tests of a file, each with connections of its own. */
export function useOddServer(limits: S3Limits): OddServer {
  const server = new OddServer()
  beforeAll(() => server.listen())
  beforeEach(() => server.begin(limits))
  afterAll(() => server.close())
  return server
}
