// WebSockets (RFC 6455): a request for one takes the way of every other request, through the same middleware and the
// same guard, and its route makes a socket of it.
import { ServerResponse, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { AppError } from '../lib/app-error.ts'
import { isOwnPage } from './own-site.ts'
import type { AppContext } from './route.ts'

/** Bytes of one message from a page at most: none has much to say. */
const PAYLOAD_MAX_BYTES = 4 * 1024
/** How long the other side has to say goodbye when the server stops. */
const GOODBYE_MS = 2_000
/** RFC 6455 section 7.4.1: the endpoint is going away. */
const GOING_AWAY = 1001

/** What Node hands out for a request that wants another protocol. */
export interface Upgrade {
  req: IncomingMessage
  socket: Socket
  head: Buffer
}

export interface WebSockets {
  /**
   * Answers such a request by `handle`, as any other: until a route accepts it, it can be refused with a status and
   * words.
   */
  answer(handle: (req: IncomingMessage, res: ServerResponse) => void, upgrade: Upgrade): void
  /**
   * Makes a socket of a request, once its route has found it worth one. Nothing is compressed.
   * @throws AppError `badRequest` for a request that asks for none, `forbidden` for a page of another origin,
   * `unavailable` while the server stops
   */
  accept(ctx: AppContext): WebSocket
  /** Takes no more, and closes all with 1001. */
  stop(): Promise<void>
}

/**
 * Whether a request wants to become a socket; other protocols that a client offers to change to are passed over (RFC
 * 9110 section 7.8).
 */
export const wantsSocket = (req: IncomingMessage): boolean => req.headers.upgrade?.toLowerCase() === 'websocket'

export function createWebSockets(): WebSockets {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: PAYLOAD_MAX_BYTES,
  })
  // With a listener ws leaves the answer to a broken handshake to us.
  server.on('wsClientError', () => undefined)
  const upgrades = new WeakMap<IncomingMessage, Upgrade>()
  const open = new Set<WebSocket>()
  let isStopping = false

  function shakeHands({ req, socket, head }: Upgrade): WebSocket {
    const opened: WebSocket[] = []
    // Without a hook to verify clients ws does this at once.
    server.handleUpgrade(req, socket, head, (webSocket) => {
      opened.push(webSocket)
    })
    const [webSocket] = opened
    if (!webSocket) throw new AppError('badRequest', 'the WebSocket handshake is invalid')
    return webSocket
  }

  return {
    answer: (handle, upgrade) => {
      const { req, socket } = upgrade
      upgrades.set(req, upgrade)
      // The server has let go of the connection: its errors and its end are ours.
      socket.on('error', () => socket.destroy())
      const res = new ServerResponse(req)
      res.setHeader('Connection', 'close')
      res.assignSocket(socket)
      res.once('finish', () => socket.destroySoon())
      handle(req, res)
    },

    accept: (ctx) => {
      const upgrade = upgrades.get(ctx.req)
      if (!upgrade) throw new AppError('badRequest', 'this call needs a WebSocket')
      if (!isOwnPage(ctx.req.headers.origin, ctx.state.host))
        throw new AppError('forbidden', 'requests from pages of another origin are refused')
      if (isStopping) throw new AppError('unavailable', 'the server is shutting down', { retryAfter: 1 })
      const webSocket = shakeHands(upgrade)
      open.add(webSocket)
      // What a page does wrong closes its socket with a code; that is answer enough.
      webSocket.on('error', () => undefined)
      webSocket.once('close', () => open.delete(webSocket))
      // The request is over here: the log tells it, and Koa answers nothing.
      ctx.respond = false
      ctx.res.detachSocket(upgrade.socket)
      ctx.res.statusCode = 101
      ctx.res.emit('close')
      return webSocket
    },

    stop: async () => {
      isStopping = true
      const gone = Promise.all(
        Array.from(
          open,
          (webSocket) =>
            new Promise((resolve) => {
              webSocket.once('close', resolve)
            }),
        ),
      )
      for (const webSocket of open) webSocket.close(GOING_AWAY)
      const cut = setTimeout(() => {
        for (const webSocket of open) webSocket.terminate()
      }, GOODBYE_MS)
      await gone
      clearTimeout(cut)
    },
  }
}
