// One HTTP client for both sides, so that its own cost is the same. It sends and reads as fast as it can, and keeps
// no body unless it is asked to.
import http from 'node:http'
import https from 'node:https'
import { mapParallel } from '../../backend/src/lib/parallel.ts'

const OPTIONS = { keepAlive: true, maxSockets: 64 }
const plain = { request: http.request, agent: new http.Agent(OPTIONS) }
const secure = { request: https.request, agent: new https.Agent(OPTIONS) }

export interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: Buffer | readonly Buffer[]
  /** Whether the body of the answer is kept. */
  isKept?: boolean
}

/**
 * Sends a request and reads the answer to its end. Returns the number of body bytes, the headers, and the body if it
 * was asked for.
 * @throws Error for any status over 299
 */
export function exchange(
  url: string,
  { method = 'GET', headers = {}, body, isKept = false }: Sent = {},
): Promise<{ bytes: number; headers: http.IncomingHttpHeaders; body: Buffer }> {
  const pieces = body === undefined ? [] : Buffer.isBuffer(body) ? [body] : body
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const { request: open, agent } = url.startsWith('https:') ? secure : plain
  return new Promise((resolve, reject) => {
    const request = open(
      url,
      { method, agent, headers: { ...headers, ...(body !== undefined && { 'Content-Length': String(length) }) } },
      (answer) => {
        let bytes = 0
        const kept: Buffer[] = []
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (isKept) kept.push(chunk)
        })
        answer.on('error', reject)
        answer.on('end', () => {
          if ((answer.statusCode ?? 500) > 299)
            reject(new Error(`${method} ${url.split('?')[0]}: ${answer.statusCode}`))
          else resolve({ bytes, headers: answer.headers, body: Buffer.concat(kept) })
        })
      },
    )
    request.on('error', reject)
    void send(request, pieces).catch(reject)
  })
}

async function send(request: http.ClientRequest, pieces: readonly Buffer[]): Promise<void> {
  for (const piece of pieces) if (!request.write(piece)) await new Promise((resolve) => request.once('drain', resolve))
  request.end()
}

/** The milliseconds that a task takes. */
export async function timed(task: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await task()
  return performance.now() - began
}

/** Runs a task for each number below `count`, `parallel` at a time. */
export const each = (count: number, parallel: number, task: (index: number) => Promise<unknown>): Promise<unknown> =>
  mapParallel(
    Array.from({ length: count }, (_, index) => index),
    parallel,
    task,
  )

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}

/** The value below which this share of them lies. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}
