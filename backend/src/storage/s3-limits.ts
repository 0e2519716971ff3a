// How long S3 may take. Every request has a limit except the one that listens to bucket events, which is watched in
// another way.
import { IncomingMessage } from 'node:http'
import type { Agent as HttpAgent } from 'node:http'
import type { Agent as HttpsAgent } from 'node:https'
import type { HttpRequest, HttpResponse } from '@smithy/core/protocols'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import type { HttpHandlerOptions } from '@smithy/types'
import { attemptNow } from './at-work.ts'
import { callOf } from './s3-calls.ts'

export interface S3Limits {
  /** Until a connection is open. */
  connectMs: number
  /** Until the answer to a small request begins. The quiet time relies on it (replica-lease.ts). */
  controlMs: number
  /** Until the answer to any other request begins, and then the longest time in which no byte goes either way. */
  idleMs: number
}

/**
 * The limits of a running Nido. UploadPartCopy sets a longer one itself (`requestTimeout`, two minutes in
 * object-copies.ts), because the server sends no byte while it copies a part, and a disk may be slow.
 */
export const S3_LIMITS: S3Limits = { connectMs: 5_000, controlMs: 10_000, idleMs: 30_000 }

export interface Agents {
  httpAgent: HttpAgent
  httpsAgent: HttpsAgent
}

export interface LimitedOptions {
  agents: Agents
  limits: S3Limits
  /** Small requests have a limit as a whole; requests with bodies one for the time in which nothing moves. */
  kind: 'control' | 'data'
  /**
   * Called for each answer: when its request was sent and when it began, in ms since 1970 by the local clock, and its
   * `Date`.
   */
  onAnswer: (sentAt: number, receivedAt: number, date: string | undefined) => void
  /** Called for each request: what was asked, the status of the answer (0: there was none), and how long it took. */
  observe: ObserveRequest
}

export type ObserveRequest = (call: string, status: number, seconds: number) => void

/** Sends requests and cuts those that take too long, with an error called `TimeoutError`. */
export class LimitedHandler {
  readonly metadata = { handlerProtocol: 'http/1.1' }
  readonly #options: LimitedOptions
  readonly #usual: NodeHttpHandler
  /** For requests that set their own limit. */
  readonly #patient: NodeHttpHandler

  constructor(options: LimitedOptions) {
    const { agents, limits, kind } = options
    this.#options = options
    const basic = { ...agents, connectionTimeout: limits.connectMs, throwOnRequestTimeout: true }
    this.#patient = new NodeHttpHandler(basic)
    this.#usual =
      kind === 'control'
        ? new NodeHttpHandler({ ...basic, requestTimeout: limits.controlMs })
        : new NodeHttpHandler({ ...basic, socketTimeout: limits.idleMs })
  }

  async handle(request: HttpRequest, options: HttpHandlerOptions = {}): Promise<{ response: HttpResponse }> {
    const attempt = attemptNow()
    attempt?.send()
    const sentAt = Date.now()
    const begun = performance.now()
    let status = 0
    try {
      const answer = await this.#ask(request, options)
      status = answer.response.statusCode
      this.#options.onAnswer(sentAt, Date.now(), answer.response.headers['date'])
      cutSilence(answer.response.body, this.#options.limits.idleMs)
      return answer
    } finally {
      attempt?.move()
      this.#options.observe(callOf(request), status, (performance.now() - begun) / 1000)
    }
  }

  async #ask(request: HttpRequest, options: HttpHandlerOptions): Promise<{ response: HttpResponse }> {
    const { limits, kind } = this.#options
    if (options.requestTimeout !== undefined) return this.#patient.handle(request, options)
    // A body may take long to be sent. There the socket's limit counts, from the last byte on.
    const isShort = kind === 'data' && request.body === undefined
    return this.#usual.handle(request, isShort ? { ...options, requestTimeout: limits.idleMs } : options)
  }

  destroy(): void {
    this.#usual.destroy()
    this.#patient.destroy()
  }

  updateHttpClientConfig(): void {
    // The limits are set when the handler is made.
  }

  httpHandlerConfigs(): object {
    return {}
  }
}

/** Ends the body of an answer when nothing of it comes for this long. */
function cutSilence(body: unknown, ms: number): void {
  if (!(body instanceof IncomingMessage)) return
  const { socket } = body
  const cut = () =>
    body.destroy(Object.assign(new Error(`the storage sent nothing for ${ms} ms`), { name: 'TimeoutError' }))
  socket.setTimeout(ms)
  socket.on('timeout', cut)
  body.once('close', () => socket.off('timeout', cut))
}
