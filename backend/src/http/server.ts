// The HTTP server: its limits, and a graceful stop.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { HEAD_MAX_BYTES, HEADERS_MAX } from '../../contract/limits.ts'
import { wantsSocket, type WebSockets } from './web-sockets.ts'

/** Longer than an edge proxy keeps its connections, so that we never close one in use. */
const KEEP_ALIVE_MS = 75_000
const HEAD_MAX_MS = 30_000
/** A connection without traffic, on which nothing of ours is awaited, is closed after this long. */
const IDLE_MS = 5 * 60_000
/**
 * When the server stops, a proxy may be about to use one of its open connections, and a request that meets its end is
 * lost. So connections in use are still served for this long, and told to close by their answers.
 */
const LINGER_MS = 250

export interface HttpServer {
  listen(port: number, host: string): Promise<void>
  /**
   * Closes connections with their next answers, accepts no more, closes sockets, waits for requests to finish, and cuts
   * what is left after `graceMs`.
   */
  stop(graceMs: number): Promise<void>
}

export function createHttpServer(
  handle: (req: IncomingMessage, res: ServerResponse) => void,
  webSockets?: WebSockets,
): HttpServer {
  const server = createServer({
    maxHeaderSize: HEAD_MAX_BYTES,
    // An upload may take hours, so there is no limit on a whole request, only on standing still.
    requestTimeout: 0,
    headersTimeout: HEAD_MAX_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    shouldUpgradeCallback: (req) => webSockets !== undefined && wantsSocket(req),
  })
  // Beyond this, Node answers 431 before there is a request. `requestLimits` gives a reason.
  server.maxHeadersCount = 2 * HEADERS_MAX
  const current = new WeakMap<Socket, { req: IncomingMessage; res: ServerResponse }>()
  let isStopping = false

  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    current.set(req.socket, { req, res })
    if (isStopping) res.setHeader('Connection', 'close')
    handle(req, res)
  })
  server.on('upgrade', (req: IncomingMessage, socket: Socket, head: Buffer) =>
    webSockets?.answer(handle, { req, socket, head }),
  )
  server.setTimeout(IDLE_MS, (socket: Socket) => {
    const at = current.get(socket)
    // A long operation answers after its commit. The client waits then; the connection is not idle.
    const isOurTurn = at !== undefined && at.req.complete && !at.res.headersSent
    if (!isOurTurn) socket.destroy()
  })

  return {
    listen: (port, host) => listen(server, port, host),
    stop: async (graceMs) => {
      isStopping = true
      await Promise.all([webSockets?.stop(), stopServer(server, graceMs)])
    },
  }
}

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })

async function stopServer(server: Server, graceMs: number): Promise<void> {
  await sleep(LINGER_MS)
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  server.closeIdleConnections()
  // Connections that become idle meanwhile are closed too.
  const sweep = setInterval(() => server.closeIdleConnections(), 200)
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}
