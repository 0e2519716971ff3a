// Fetches what is at a link, within bounds. Redirects are followed here, so that each is checked like the first link.
import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import type { Guard } from './guard.ts'
import { Meter, TooManyBytes } from './meter.ts'
import { readLink, dialTargetOf, type DialTarget } from './target.ts'

export interface DialRequest {
  method?: 'GET' | 'HEAD' | 'POST'
  /** Sent with POST. */
  body?: Buffer
  /** Whether a redirect is an answer like any other. If left out: of POST, since its body is for one host alone. */
  isFinal?: boolean
  /** Such as Range, If-Range, If-None-Match and Accept. They go along with redirects, so nothing secret. */
  headers?: Readonly<Record<string, string>>
  /** Bytes that the body may have; Infinity where whoever reads it counts them. */
  maxBytes: number
  /** Milliseconds for the whole, with its redirects and its body; if left out, only silence ends it. */
  withinMs?: number
  /** Milliseconds in which nothing comes. */
  idleMs?: number
  signal?: AbortSignal
}

export interface Dialled {
  /** Where it was found in the end. */
  url: URL
  /** Whether it has moved there for good: each redirect said so. */
  isMoved: boolean
  status: number
  headers: IncomingHttpHeaders
  /**
   * The bytes as they come; they have to be read or destroyed. Fails with TooManyBytes, with the code ECONNRESET if
   * fewer come than announced, and as the call does.
   */
  body: Readable
}

/** The bounds of time, and more redirects than followed; `code` is ETIMEDOUT or EREDIRECTS. */
export class DialFailed extends Error {
  readonly code: 'ETIMEDOUT' | 'EREDIRECTS'
  constructor(code: DialFailed['code'], message: string) {
    super(message)
    this.name = 'DialFailed'
    this.code = code
  }
}

const IDLE_MS = 30_000
const REDIRECTS_MAX = 10
const HEADER_MAX_BYTES = 32 * 1024
const LASTING_REDIRECTS: readonly number[] = [301, 308]
const REDIRECTS: readonly number[] = [...LASTING_REDIRECTS, 302, 303, 307]
const DEFAULT_HEADERS = { 'user-agent': 'Nido', accept: '*/*', 'accept-encoding': 'identity' }

/**
 * Asks for what is at an http or https link. Any status that is no redirect is an answer.
 * @throws BadLink, DialRefused, TooManyBytes, DialFailed, Node's errors of connections, and the signal's reason (as the
 *   cause of an error if it is none)
 */
export async function dial(guard: Guard, link: string | URL, request: DialRequest): Promise<Dialled> {
  const signal = boundsOf(request)
  const isFinal = request.isFinal ?? request.method === 'POST'
  let url = readLink(String(link))
  let isLasting = true
  for (let left = REDIRECTS_MAX; ; left -= 1) {
    if (signal.aborted) throw reasonOf(signal)
    const answer = await ask(url, dialTargetOf(url, guard), { ...request, signal })
    const { statusCode: status = 0, headers } = answer
    const { location } = headers
    if (isFinal || !REDIRECTS.includes(status) || location === undefined)
      return { url, isMoved: isLasting && left < REDIRECTS_MAX, status, headers, body: bodyOf(answer, request) }
    isLasting &&= LASTING_REDIRECTS.includes(status)
    answer.destroy()
    if (left === 0) throw new DialFailed('EREDIRECTS', `more than ${REDIRECTS_MAX} redirects`)
    url = readLink(textOf(location), url)
  }
}

/** The caller's signal, and the end of the time. */
const boundsOf = ({ signal, withinMs }: DialRequest): AbortSignal =>
  AbortSignal.any([signal ?? [], withinMs === undefined ? [] : AbortSignal.timeout(withinMs)].flat())

function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason
  // What `AbortSignal.timeout` gives.
  if (Object(reason).name === 'TimeoutError') return new DialFailed('ETIMEDOUT', 'time is up')
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason })
}

/** Node reads headers as latin1, but servers write what the URL standard makes of them: UTF-8. */
const textOf = (header: string): string => Buffer.from(header, 'latin1').toString()

type BoundRequest = DialRequest & { signal: AbortSignal }

/** Sends one request on a connection of its own, and resolves with the answer's header. */
function ask(url: URL, target: DialTarget, request: BoundRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = (url.protocol === 'https:' ? https : http).request({
      method: request.method ?? 'GET',
      host: target.host,
      port: target.port,
      path: `${url.pathname}${url.search}`,
      lookup: target.lookup,
      headers: { ...DEFAULT_HEADERS, ...request.headers, host: url.host },
      agent: false,
      maxHeaderSize: HEADER_MAX_BYTES,
    })
    bind(sent, request)
    sent.once('response', resolve).on('error', reject).end(request.body)
  })
}

/** Ends a request, or its answer, when it is aborted or silent. */
function bind(sent: ClientRequest, { signal, idleMs = IDLE_MS }: BoundRequest): void {
  let answer: IncomingMessage | undefined
  const end = (error: Error) => (answer ?? sent).destroy(error)
  const onAbort = () => end(reasonOf(signal))
  signal.addEventListener('abort', onAbort, { once: true })
  sent
    .setTimeout(idleMs)
    .once('response', (came: IncomingMessage) => {
      answer = came
    })
    .on('timeout', () => {
      const { bytesRead } = sent.socket ?? {}
      // Where this process stood still, its timers run before it reads what has come meanwhile.
      setImmediate(() => {
        // It is we who do not read on.
        if (answer?.isPaused() || sent.socket?.bytesRead !== bytesRead) sent.setTimeout(idleMs)
        else end(new DialFailed('ETIMEDOUT', `nothing came for ${idleMs} ms`))
      })
    })
    .once('close', () => signal.removeEventListener('abort', onAbort))
}

/** The body, which fails when it exceeds its limit, by what is announced or by what comes. */
function bodyOf(answer: IncomingMessage, { method, maxBytes }: DialRequest): Readable {
  if (method !== 'HEAD' && Number(answer.headers['content-length'] ?? 0) > maxBytes) {
    answer.destroy()
    throw new TooManyBytes()
  }
  // A stream less for each of its pieces to go through.
  if (maxBytes === Infinity) return answer
  const body = new Meter(maxBytes).through()
  // Its outcome is that of the body.
  pipeline(answer, body, () => undefined)
  return body
}
