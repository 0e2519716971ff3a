// One line in the log and one observation in the metrics for each request. Never a query, a token or a name of a file.
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Middleware } from 'koa'
import { REQUEST_ID_HEADER } from '../../contract/headers.ts'
import type { Log } from '../lib/log.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { createClientAddress } from './client-address.ts'

/** What a request without a route counts as. */
const NO_ROUTE = 'none'

interface Options {
  log: Log
  metrics: Metrics
  clientAddress: ReturnType<typeof createClientAddress>
}

export function requestLog({ log, metrics, clientAddress }: Options): Middleware {
  // Sockets are used again: the bytes of one request are what came since the one before.
  const counted = new WeakMap<Socket, { read: number; written: number }>()

  return async function logRequest(ctx, next) {
    const began = performance.now()
    const { socket } = ctx.req
    Object.assign(ctx.state, clientAddress(ctx.req), { requestId: randomBytes(9).toString('base64url') })
    ctx.set(REQUEST_ID_HEADER, ctx.state.requestId)
    metrics.requestsRunning.inc()

    ctx.res.once('close', () => {
      const before = counted.get(socket) ?? { read: 0, written: 0 }
      const now = { read: socket.bytesRead, written: socket.bytesWritten }
      counted.set(socket, now)
      const seconds = (performance.now() - began) / 1000
      const route: string = ctx.state.route ?? NO_ROUTE
      // 499, as others log it: the client went before it had the answer. What became a socket (101) was answered by it.
      const status = ctx.res.writableFinished || ctx.res.statusCode === 101 ? ctx.res.statusCode : 499
      const received = Math.max(0, now.read - before.read)
      const sent = Math.max(0, now.written - before.written)
      metrics.requestsRunning.dec()
      metrics.requestSeconds.observe({ method: ctx.method, route, status }, seconds)
      metrics.receivedBytes.inc(received)
      metrics.sentBytes.inc(sent)
      log.info(
        {
          requestId: ctx.state.requestId,
          address: ctx.state.address,
          user: ctx.state.user?.username,
          method: ctx.method,
          route,
          status,
          received,
          sent,
          ms: Math.round(seconds * 1000),
        },
        'request',
      )
    })
    await next()
  }
}
