// Sends bodies that can be poured (lib/poured-stream.ts) without copies: what the storage has read is written to the
// client's socket as it is, and its memory is used again once the system has taken it.
import type { ServerResponse } from 'node:http'
import type { Middleware } from 'koa'
import { PouredStream, type Take } from '../lib/poured-stream.ts'

/** The first middleware, since it sends what the others have made. */
export function sendPoured(): Middleware {
  return async function pourBody(ctx, next) {
    await next()
    const { body, res } = ctx
    if (!(body instanceof PouredStream) || ctx.method === 'HEAD' || ctx.respond === false || !ctx.writable) return
    ctx.respond = false
    try {
      await body.pour(takeBy(res))
      res.end()
    } catch (error) {
      const isGone = ctx.req.socket.destroyed
      // The head may have been sent, so the only way to report the error is to cut the answer off.
      res.destroy()
      ctx.app.emit('error', isGone ? gone() : error, ctx)
    }
  }
}

const gone = (): Error => Object.assign(new Error('the client went away'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })

/** Writes pieces. One is done with when its write is; of a connection that is gone no end of a write counts. */
function takeBy(res: ServerResponse): Take {
  const writing = new Set<(error: Error) => void>()
  res.once('close', () => {
    for (const reject of writing) reject(gone())
  })
  return (piece) =>
    new Promise((resolve, reject) => {
      if (res.closed || res.destroyed) return reject(gone())
      writing.add(reject)
      res.write(piece, (error) => {
        writing.delete(reject)
        if (error) reject(error)
        else resolve()
      })
    })
}
