// A forward proxy for programs that dial by themselves: each of their requests is dialled by us, and checked. One job
// has one proxy, which listens on this machine alone and asks for a password, so that no other program here can use
// it up. With it, one could reach what is public, no more.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { pipeline, type Duplex } from 'node:stream'
import { DialRefused, type Guard, type RefusalReason } from './guard.ts'
import { Meter } from './meter.ts'
import { endToEnd } from './proxy-headers.ts'
import { BadLink, readLink, dialTargetOf } from './target.ts'

export interface ProxyLimits {
  /** Bytes in both directions, of all connections in its life. */
  maxBytes: number
  maxConnections?: number
  /** Milliseconds in which nothing passes, after which a connection is ended. */
  idleMs?: number
  /** Milliseconds in which a request has to say what it asks for. */
  headerMs?: number
}

export interface Proxy {
  /**
   * Its address with name and password, for the variables `http_proxy` and `https_proxy`; everybody on the machine sees
   * the arguments of a program, but not its environment.
   */
  url: string
  /** Bytes that have passed. */
  readonly bytes: number
  /** Whether more wanted to pass than allowed. */
  readonly isSpent: boolean
  /** Why something that was asked for may not be dialled, the first time; null if nothing was refused. */
  readonly refusal: RefusalReason | null
  close(): Promise<void>
}

const MAX_CONNECTIONS = 64
const IDLE_MS = 60_000
const HEADER_MAX_BYTES = 16 * 1024
const HEADER_MS = 10_000
const CHECK_MS = 1_000
const NAME = 'nido'
/** A request with another method could be read in two ways if it had a body. */
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST']
const HOST_AND_PORT = /^(\[[^\]/]+\]|[^[\]:@/?#\\]+):(\d{1,5})$/

/** Opens a proxy on a free port. */
export async function openProxy(guard: Guard, limits: ProxyLimits): Promise<Proxy> {
  const proxy = new ForwardProxy(guard, limits)
  await proxy.open()
  return proxy
}

class ForwardProxy implements Proxy {
  readonly #guard: Guard
  readonly #meter: Meter
  readonly #idleMs: number
  readonly #server: http.Server
  readonly #password = randomBytes(24).toString('hex')
  readonly #sockets = new Set<Duplex>()
  refusal: RefusalReason | null = null

  constructor(guard: Guard, limits: ProxyLimits) {
    const { idleMs = IDLE_MS, headerMs = HEADER_MS } = limits
    this.#guard = guard
    this.#meter = new Meter(limits.maxBytes)
    this.#idleMs = idleMs
    this.#server = http
      .createServer(
        { maxHeaderSize: HEADER_MAX_BYTES, headersTimeout: headerMs, connectionsCheckingInterval: CHECK_MS },
        (request, response) => this.#forward(request, response),
      )
      .on('connection', (socket) => this.#watch(socket))
      .on('connect', (request, socket, head) => this.#tunnel(request, socket, head))
      .on('checkContinue', (_request, response) => refuse(response, 417))
    this.#server.maxConnections = limits.maxConnections ?? MAX_CONNECTIONS
    this.#server.timeout = idleMs
  }

  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject).listen(0, '127.0.0.1', resolve)
    })
  }

  get url(): string {
    return `http://${NAME}:${this.#password}@127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get bytes(): number {
    return this.#meter.bytes
  }

  get isSpent(): boolean {
    return this.#meter.isSpent
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }

  /** Ends a connection that is silent, and all with the proxy. */
  #watch(socket: net.Socket): void {
    this.#sockets.add(socket)
    socket
      .setTimeout(this.#idleMs)
      .on('timeout', () => socket.destroy())
      .on('error', () => socket.destroy())
      .once('close', () => this.#sockets.delete(socket))
  }

  /** `GET http://host/path`: sent on as a request of our own. */
  #forward(request: IncomingMessage, response: ServerResponse): void {
    const status = this.#objection(request)
    if (status !== null) return refuse(response, status)
    try {
      const url = readLink(request.url ?? '')
      if (url.protocol !== 'http:') throw new BadLink('others are asked through a tunnel')
      this.#send(url, request, response)
    } catch (error) {
      refuse(response, this.#statusOf(error))
    }
  }

  /** The status of a request that is not sent on, whatever it asks for. */
  #objection(request: IncomingMessage): number | null {
    const { method = '', headers } = request
    if (!this.#isKnown(headers['proxy-authorization'])) return 407
    if (!METHODS.includes(method)) return 405
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    return hasBody && method !== 'POST' ? 400 : null
  }

  #send(url: URL, request: IncomingMessage, response: ServerResponse): void {
    const { host, port, lookup } = dialTargetOf(url, this.#guard)
    // The host that is dialled is the one that is asked for, whatever the header said (RFC 9112 section 3.2.2).
    const headers = endToEnd(request.rawHeaders).filter(([name]) => name.toLowerCase() !== 'host')
    const sent = http.request({
      method: request.method,
      host,
      port,
      lookup,
      path: `${url.pathname}${url.search}`,
      headers: [['Host', url.host], ...headers, ['Via', `${request.httpVersion} ${NAME}`]].flat(),
      agent: false,
      maxHeaderSize: HEADER_MAX_BYTES,
    })
    sent
      .once('socket', (socket) => this.#watch(socket as net.Socket))
      .once('response', (answer) => this.#answer(answer, response))
      .on('error', (error) => {
        if (response.headersSent) response.destroy()
        else refuse(response, this.#statusOf(error))
      })
    response.once('close', () => sent.destroy())
    pipeline(request, this.#meter.through(), sent, () => undefined)
  }

  #answer(answer: IncomingMessage, response: ServerResponse): void {
    try {
      response.writeHead(answer.statusCode ?? 0, endToEnd(answer.rawHeaders).flat())
    } catch {
      // Node has read a status or a header that it would not send.
      answer.destroy()
      return refuse(response, 502)
    }
    pipeline(answer, this.#meter.through(), response, () => undefined)
  }

  /** `CONNECT host:port`: the bytes pass as they are, encrypted for the other end. */
  #tunnel(request: IncomingMessage, client: Duplex, head: Buffer): void {
    if (!this.#isKnown(request.headers['proxy-authorization'])) return refuseTunnel(client, 407)
    try {
      const [, name, port] = HOST_AND_PORT.exec(request.url ?? '') ?? []
      if (name === undefined) throw new BadLink('it is no host and port')
      const target = dialTargetOf(readLink(`https://${name}:${port}`), this.#guard)
      // What came along goes first.
      if (head.length > 0) client.unshift(head)
      const server = net.connect({ ...target, allowHalfOpen: true })
      this.#watch(server)
      const onFailure = (error: Error) => refuseTunnel(client, this.#statusOf(error))
      server.once('error', onFailure).once('connect', () => {
        if (client.destroyed) return void server.destroy()
        server.off('error', onFailure)
        client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
        this.#join(client, server)
      })
      client.once('close', () => server.destroy())
    } catch (error) {
      refuseTunnel(client, this.#statusOf(error))
    }
  }

  /** Carries bytes both ways; if one way fails, both end. */
  #join(client: Duplex, server: Duplex): void {
    const onEnd = (error: unknown) => {
      if (!error) return
      client.destroy()
      server.destroy()
    }
    pipeline(client, this.#meter.through(), server, onEnd)
    pipeline(server, this.#meter.through(), client, onEnd)
  }

  /** RFC 7617. */
  #isKnown(authorization: string | undefined): boolean {
    const expected = `Basic ${Buffer.from(`${NAME}:${this.#password}`).toString('base64')}`
    return timingSafeEqual(digest(authorization ?? ''), digest(expected))
  }

  #statusOf(error: unknown): number {
    if (error instanceof BadLink) return 400
    if (!(error instanceof DialRefused)) return 502
    this.refusal ??= error.reason
    return 403
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** What a proxy that wants a password says with 407. */
const REALM = { 'Proxy-Authenticate': 'Basic realm="nido"' }

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { ...(status === 407 && REALM), 'Content-Length': 0, Connection: 'close' }).end()
}

function refuseTunnel(client: Duplex, status: number): void {
  const realm = status === 407 ? `Proxy-Authenticate: ${REALM['Proxy-Authenticate']}\r\n` : ''
  client.end(
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${realm}Content-Length: 0\r\nConnection: close\r\n\r\n`,
  )
  // Until the other side closes it, too.
  client.resume()
}
