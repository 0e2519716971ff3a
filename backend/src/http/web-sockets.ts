// WebSockets (RFC 6455). A request for one passes the same middleware and session guard as any other, and its route
// turns it into a socket.
import { ServerResponse, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { AppError } from '../lib/app-error.ts'
import { isOwnPage } from './own-site.ts'
import type { AppContext } from './route.ts'

/** The maximum size of a message from a page, which has little to say. */
const PAYLOAD_MAX_BYTES = 4 * 1024
/** How long the other side has for the closing handshake when the server stops. */
const GOODBYE_MS = 2_000
/** RFC 6455 section 7.4.1: the endpoint is going away. */
const GOING_AWAY = 1001

/** What Node passes for a request that wants to switch protocols. */
export interface Upgrade {
  req: IncomingMessage
  socket: Socket
  head: Buffer
}

export interface WebSockets {
  /**
   * Answers such a request with `handle`, like any other. Until a route accepts it, it can be refused with a status and
   * a text.
   */
  answer(handle: (req: IncomingMessage, res: ServerResponse) => void, upgrade: Upgrade): void
  /**
   * Turns a request into a socket when its route has accepted it. Nothing is compressed.
   * @throws AppError `badRequest` if the request did not ask for one, `forbidden` for a page of another origin,
   *   `unavailable` while the server stops
   */
  accept(ctx: AppContext): WebSocket
  /** Accepts no more sockets, and closes all with 1001. */
  stop(): Promise<void>
}

/**
 * Whether a request wants to become a WebSocket. Offers of other protocols are ignored (RFC 9110 section 7.8).
 */
export const wantsSocket = (req: IncomingMessage): boolean => req.headers.upgrade?.toLowerCase() === 'websocket'

export class ServerWebSockets implements WebSockets {
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: PAYLOAD_MAX_BYTES,
  })
  readonly #upgrades = new WeakMap<IncomingMessage, Upgrade>()
  readonly #open = new Set<WebSocket>()
  #isStopping = false

  constructor() {
    // With this listener, ws lets us answer an invalid handshake.
    this.#server.on('wsClientError', () => undefined)
  }

  answer(handle: (req: IncomingMessage, res: ServerResponse) => void, upgrade: Upgrade): void {
    const { req, socket } = upgrade
    this.#upgrades.set(req, upgrade)
    // The server no longer watches the connection, so we have to handle its errors and its end.
    socket.on('error', () => socket.destroy())
    const res = new ServerResponse(req)
    res.setHeader('Connection', 'close')
    res.assignSocket(socket)
    res.once('finish', () => socket.destroySoon())
    handle(req, res)
  }

  accept(ctx: AppContext): WebSocket {
    const upgrade = this.#upgrades.get(ctx.req)
    if (!upgrade) throw new AppError('badRequest', 'this call needs a WebSocket')
    if (!isOwnPage(ctx.req.headers.origin, ctx.state.host))
      throw new AppError('forbidden', 'requests from pages of another origin are refused')
    if (this.#isStopping) throw new AppError('unavailable', 'the server is shutting down', { retryAfter: 1 })
    const webSocket = this.#shakeHands(upgrade)
    this.#open.add(webSocket)
    // A protocol error of a page closes its socket with a code, which is enough of an answer.
    webSocket.on('error', () => undefined)
    webSocket.once('close', () => this.#open.delete(webSocket))
    // The request ends here: the log records it, and Koa does not answer.
    ctx.respond = false
    ctx.res.detachSocket(upgrade.socket)
    ctx.res.statusCode = 101
    ctx.res.emit('close')
    return webSocket
  }

  #shakeHands({ req, socket, head }: Upgrade): WebSocket {
    const opened: WebSocket[] = []
    // Without `verifyClient`, ws does this synchronously.
    this.#server.handleUpgrade(req, socket, head, (webSocket) => {
      opened.push(webSocket)
    })
    const [webSocket] = opened
    if (!webSocket) throw new AppError('badRequest', 'the WebSocket handshake is invalid')
    return webSocket
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    const gone = Promise.all(
      Array.from(
        this.#open,
        (webSocket) =>
          new Promise((resolve) => {
            webSocket.once('close', resolve)
          }),
      ),
    )
    for (const webSocket of this.#open) webSocket.close(GOING_AWAY)
    const cut = setTimeout(() => {
      for (const webSocket of this.#open) webSocket.terminate()
    }, GOODBYE_MS)
    await gone
    clearTimeout(cut)
  }
}
