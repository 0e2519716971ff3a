// Writes one log line and one observation in the metrics per request. Never a query, a token or a file name.
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Middleware } from 'koa'
import { REQUEST_ID_HEADER } from '../../contract/headers.ts'
import type { Log } from '../lib/log.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { createClientAddress } from './client-address.ts'

/** The route label of requests without a route. */
const NO_ROUTE = 'none'

const ID_BYTES = 9

/** The end of a UUID, for which Node asks for random bytes in advance, as short as can be read out. */
const newRequestId = (): string =>
  Buffer.from(randomUUID().replaceAll('-', ''), 'hex').subarray(-ID_BYTES).toString('base64url')

interface Options {
  log: Log
  metrics: Metrics
  clientAddress: ReturnType<typeof createClientAddress>
}

export function requestLog({ log, metrics, clientAddress }: Options): Middleware {
  // Sockets are reused, so the bytes of a request are those since the one before.
  const counted = new WeakMap<Socket, { read: number; written: number }>()

  return async function logRequest(ctx, next) {
    const began = performance.now()
    const { socket } = ctx.req
    Object.assign(ctx.state, clientAddress(ctx.req), { requestId: newRequestId() })
    ctx.set(REQUEST_ID_HEADER, ctx.state.requestId)
    metrics.requestsRunning.inc()

    ctx.res.once('close', () => {
      const before = counted.get(socket) ?? { read: 0, written: 0 }
      const now = { read: socket.bytesRead, written: socket.bytesWritten }
      counted.set(socket, now)
      const seconds = (performance.now() - began) / 1000
      const route: string = ctx.state.route ?? NO_ROUTE
      // 499, as other servers log it: the client left before the answer. A request that became a socket (101) was
      // answered.
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
