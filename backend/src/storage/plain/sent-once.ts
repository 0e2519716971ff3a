// Requests over plain connections that are sent once, whatever becomes of them, because nobody knows what one without
// an answer has done. Answers to them are short.
import { attemptNow } from '../at-work.ts'
import type { S3Limits } from '../s3-limits.ts'
import { OddAnswer } from './answer-head.ts'
import { observedAnswer } from './answered.ts'
import { PlainConnections } from './connections.ts'
import type { PlainGetsOptions } from './gets.ts'
import { PlainPut, type PutAnswer, type PutBody } from './put-answer.ts'
import { OddPause } from './odd-pause.ts'
import { type ObjectRequest, RequestTexts } from './requests.ts'

/** What is asked for. `call`: its name among the observed ones. */
export interface AskedOnce extends Pick<ObjectRequest, 'bucket' | 'key' | 'query' | 'headers' | 'hash' | 'expiresIn'> {
  call: string
  body: PutBody
}

const READ_BYTES = 16 * 1024
const MINUTE_MS = 60_000
/** None can be sent again by the usual client, so an odd answer fails a request. Those that follow are its at once. */
const PAUSES = { first: 10 * MINUTE_MS, longest: 24 * 60 * MINUTE_MS }

const ended = (): Error => Object.assign(new Error('the writing was ended'), { name: 'AbortError' })

export class SentOnce {
  readonly #options: PlainGetsOptions
  readonly #texts: RequestTexts
  readonly #connections: PlainConnections
  readonly #pause: OddPause

  constructor(options: PlainGetsOptions, limits: Pick<S3Limits, 'connectMs' | 'idleMs'>) {
    const { settings, storeTime, keptMs, ticks } = options
    this.#options = options
    this.#pause = new OddPause(PAUSES, ticks)
    this.#texts = new RequestTexts(settings, storeTime)
    this.#connections = new PlainConnections(new URL(settings.endpoint), { ...limits, keptMs, readBytes: READ_BYTES })
  }

  /** Null where the usual client must send it: nothing was sent then, and nothing of the body read. */
  async send({ call, body, ...asked }: AskedOnce, signal?: AbortSignal): Promise<PutAnswer | null> {
    signal?.throwIfAborted()
    if (this.#pause.isOn) return null
    const headers = { ...asked.headers, 'content-length': String(body.length) }
    const head = this.#texts.of({ method: 'PUT', ...asked, headers })
    attemptNow()?.send()
    signal?.throwIfAborted()
    const connection = head === null ? null : this.#connections.take({ isNew: false })
    if (head === null || !connection) return null
    const put = new PlainPut(connection, head, body)
    const awaited = { call, answer: put.answer, end: () => put.fail(ended()) }
    return this.read(() => observedAnswer(this.#options, awaited, signal))
  }

  /** Reads an answer. Where it is odd, later requests are the usual client's for a while. @throws what `by` throws */
  async read<T>(by: () => Promise<T>): Promise<T> {
    try {
      return await by()
    } catch (error) {
      if (error instanceof OddAnswer) this.#pause.begin()
      throw error
    }
  }

  close(): void {
    this.#connections.close()
  }
}
