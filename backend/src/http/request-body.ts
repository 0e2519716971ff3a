// A request's body as a separate stream, and what to do with an unwanted one.
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { OwnBytes } from '../lib/poured-stream.ts'

/** How much of a refused body is read, so that a client that is still sending gets the answer. */
const DRAIN_BYTES = 32 * 1024 * 1024
const DRAIN_MS = 30_000

/** The declared length of a body in bytes; undefined for a chunked one. */
export function declaredLength(req: IncomingMessage): number | undefined {
  const header = req.headers['content-length']
  if (header !== undefined) return Number(header)
  return req.headers['transfer-encoding'] === undefined ? 0 : undefined
}

/** Sees bytes on their way. It never rejects. They are its only until it returns, or until its promise fulfils. */
export type OnBytes = (bytes: Buffer) => Promise<void> | undefined

/**
 * The body as a stream that can be destroyed without cutting the connection, so that a refusal still reaches the
 * client. It fails if the client disconnects. `onBytes` sees all bytes as they arrive; if it returns a promise, that is
 * awaited.
 */
export function bodyOf(req: IncomingMessage, onBytes?: OnBytes): Readable {
  // Node copies each piece of a body out of the buffer that it reads into.
  const body = new OwnBytes({
    highWaterMark: 1024 * 1024,
    transform: (bytes: Buffer, _encoding, done) => {
      const goOn = () => done(null, bytes)
      const seen = onBytes?.(bytes)
      if (seen) seen.then(goOn, goOn)
      else goOn()
    },
  })
  // It may fail before anybody reads it. A later reader gets the error then.
  body.on('error', () => undefined)
  const fail = (cause: Error) => body.destroy(cause)
  const closed = () => {
    if (!req.complete) fail(new Error('the client disconnected'))
  }
  req.once('error', fail).once('close', closed)
  body.once('close', () => {
    req.unpipe(body)
    req.off('error', fail).off('close', closed)
  })
  // A body that is not read further does not report errors of its connection.
  req.on('error', () => undefined)
  if (req.destroyed) closed()
  else req.pipe(body)
  return body
}

/** Reads what a client still sends, up to 32 MiB and 30 s. Returns whether the body ended. */
export async function drain(req: IncomingMessage): Promise<boolean> {
  if (req.readableEnded || req.destroyed) return req.readableEnded
  let bytes = 0
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(false), DRAIN_MS)
    const finish = (isWhole: boolean) => {
      clearTimeout(timer)
      req.off('data', count).off('end', ended).off('close', closed).off('pause', goOn)
      req.pause()
      resolve(isWhole)
    }
    // A derived stream that was just dropped is unpiped only now, which pauses the request.
    const goOn = () => void req.resume()
    const ended = () => finish(true)
    const closed = () => finish(false)
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > DRAIN_BYTES) finish(false)
    }
    req.on('data', count).once('end', ended).once('close', closed).on('pause', goOn)
    req.resume()
  })
}
