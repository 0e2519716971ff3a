// Requests of the load: each on a connection of its own, and tried again as browsers and programs that copy files do.
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { URL_OF_WEB } from '../household.ts'

export interface Reply {
  /** 0 without an answer, or with one that broke off. */
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}

export interface Asking {
  headers?: Record<string, string>
  body?: Buffer
}

const NO_ANSWER: Reply = { status: 0, headers: {}, body: Buffer.alloc(0) }
const TIMEOUT_MS = 60_000
/** Answers that tell to come again. */
const AGAIN = new Set([0, 423, 429, 502, 503, 504])
/**
 * After these nobody knows whether the request was carried out: with a 503, the storage may have done it before it went
 * away.
 */
const DOUBTFUL = new Set([0, 502, 503, 504])
export const PATIENCE_MS = 90_000

/** Sends a request once. Never throws. */
export function askOnce(token: string, method: string, path: string, { headers, body }: Asking = {}): Promise<Reply> {
  return new Promise((resolve) => {
    const options = {
      method,
      agent: false,
      timeout: TIMEOUT_MS,
      headers: { 'X-Auth': token, ...(body && { 'Content-Length': String(body.length) }), ...headers },
    }
    const request = http.request(`${URL_OF_WEB}${path}`, options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => void chunks.push(chunk))
      response.on('error', () => resolve(NO_ANSWER))
      response.on('close', () => {
        const { statusCode = 0, complete } = response
        resolve(complete ? { status: statusCode, headers: response.headers, body: Buffer.concat(chunks) } : NO_ANSWER)
      })
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(NO_ANSWER))
    request.end(body)
  })
}

/** What was seen of the requests of a load. */
export interface Tally {
  requests: number
  /** Tries that had to be repeated. */
  again: number
  /** The longest time until a request was answered, with all its tries. */
  longestMs: number
}

export interface PatientReply extends Reply {
  /** Whether an earlier try may have been carried out. */
  isDoubtful: boolean
}

/** Sends requests, each again and again for a minute and a half. */
export class Patient {
  readonly tally: Tally = { requests: 0, again: 0, longestMs: 0 }
  readonly #token: string

  constructor(token: string) {
    this.#token = token
  }

  /** @throws Error if it is not answered within that time */
  async ask(method: string, path: string, asking?: Asking): Promise<PatientReply> {
    const began = performance.now()
    this.tally.requests += 1
    let isDoubtful = false
    for (let pause = 200; ; pause = Math.min(pause * 2, 2000)) {
      const reply = await askOnce(this.#token, method, path, asking)
      const tookMs = performance.now() - began
      this.tally.longestMs = Math.max(this.tally.longestMs, tookMs)
      if (!AGAIN.has(reply.status)) return { ...reply, isDoubtful }
      if (tookMs > PATIENCE_MS) throw new Error(`${method} ${path}: ${reply.status} for ${Math.round(tookMs / 1000)} s`)
      isDoubtful ||= DOUBTFUL.has(reply.status)
      this.tally.again += 1
      await sleep(pause)
    }
  }
}
