// Ranges of objects over plain connections: signed like any request, but their bytes do not pass through the client of
// AWS, which would take most of the processor time of a download. What is not plainly a range goes the usual way.
import { type GetObjectCommandInput, GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import type { PouredStream } from '../../lib/poured-stream.ts'
import { attemptNow } from '../at-work.ts'
import type { S3Settings } from '../s3-clients.ts'
import type { LimitedOptions, S3Limits } from '../s3-limits.ts'
import type { StoreTime } from '../s3-signing.ts'
import type { ByteRange } from '../types.ts'
import { type AnswerHead, OddAnswer } from './answer-head.ts'
import { observedAnswer, readAs } from './answered.ts'
import { PlainAnswer } from './answer.ts'
import { PlainConnections } from './connections.ts'
import { OddPause } from './odd-pause.ts'
import { READ_BYTES } from './read-buffers.ts'
import { RequestTexts } from './requests.ts'

export interface PlainGetsOptions extends Pick<LimitedOptions, 'onAnswer' | 'observe'> {
  settings: S3Settings
  limits: S3Limits
  /** How long a connection is kept without a request, in milliseconds. */
  keptMs: number
  storeTime: StoreTime
  /** A monotonic clock, in milliseconds, by which the usual way is taken for a while after an odd answer. */
  ticks: () => number
}

/** What is asked for: a range, of an object or one of its versions, by the conditions of S3. */
export type AskedRange = Pick<GetObjectCommandInput, 'Bucket' | 'Key' | 'VersionId' | 'IfMatch'> & { range: ByteRange }

export interface PlainRange {
  range: ByteRange
  /** Bytes of the whole object. */
  size: number
  headers: Record<string, string>
  body: PouredStream
}

/** The SHA-256 of an empty body. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
/** What a refusal says fits into this. */
const REFUSAL_MAX = 64 * 1024
/** What is odd is asked again at once, so nobody notices but by the time it takes. */
const PAUSES = { first: 60_000, longest: 60_000 }

export class PlainGets {
  readonly #options: PlainGetsOptions
  readonly #texts: RequestTexts
  readonly #connections: PlainConnections
  readonly #pause: OddPause

  /** Null for a storage that is asked over TLS. */
  static of(options: PlainGetsOptions): PlainGets | null {
    const endpoint = new URL(options.settings.endpoint)
    return endpoint.protocol === 'http:' ? new PlainGets(options, endpoint) : null
  }

  private constructor(options: PlainGetsOptions, endpoint: URL) {
    this.#options = options
    this.#texts = new RequestTexts(options.settings, options.storeTime)
    const { limits, keptMs, ticks } = options
    this.#pause = new OddPause(PAUSES, ticks)
    this.#connections = new PlainConnections(endpoint, { ...limits, keptMs, readBytes: READ_BYTES })
  }

  /**
   * Asks for a range. Null where the usual client must do so. `client` tells what a refusal means.
   * @throws what `client` would throw
   */
  async ask(client: S3Client, asked: AskedRange, signal?: AbortSignal): Promise<PlainRange | null> {
    signal?.throwIfAborted()
    if (this.#pause.isOn) return null
    try {
      const request = this.#requestOf(asked)
      const answer = request === null ? null : await this.#send(request, signal)
      return answer && ((await this.#accepted(answer, asked, client)) ?? this.#odd())
    } catch (error) {
      if (error instanceof OddAnswer) return this.#odd()
      throw error
    }
  }

  #odd(): null {
    this.#pause.begin()
    return null
  }

  #requestOf({ Bucket = '', Key = '', VersionId, IfMatch, range }: AskedRange): string | null {
    return this.#texts.of({
      method: 'GET',
      bucket: Bucket,
      key: Key,
      query: VersionId === undefined ? {} : { versionId: VersionId },
      headers: {
        range: `bytes=${range.start}-${range.end}`,
        ...(IfMatch === undefined ? {} : { 'if-match': IfMatch }),
      },
      hash: EMPTY,
    })
  }

  /** A kept connection may have been closed by the other side meanwhile; only then a request is sent twice. */
  async #send(request: string, signal: AbortSignal | undefined): Promise<[AnswerHead, PlainAnswer] | null> {
    for (let isNew = false; ; isNew = true) {
      attemptNow()?.send()
      signal?.throwIfAborted()
      const connection = this.#connections.take({ isNew })
      if (!connection) return null
      const { isUsed } = connection
      const answer = new PlainAnswer(connection, request, this.#options.limits.idleMs)
      try {
        const head = { call: 'get', answer: answer.head, end: () => answer.close() }
        return [await observedAnswer(this.#options, head, signal), answer]
      } catch (error) {
        const isClosed = ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')
        if (isNew || !isUsed || !isClosed || !answer.isUntouched) throw error
      }
    }
  }

  /** The answer as a range; null where it is none. @throws the refusal that it is */
  async #accepted(
    [{ status, reason, headers, length }, { body }]: [AnswerHead, PlainAnswer],
    { range: wanted, ...asked }: AskedRange,
    client: S3Client,
  ): Promise<PlainRange | null> {
    const found = status === 206 ? rangeIn(headers, length) : null
    if (found && found.range.start === wanted.start && found.range.end <= wanted.end) return { ...found, headers, body }
    if (status < 300 || length > REFUSAL_MAX) {
      body.destroy()
      return null
    }
    const command = new GetObjectCommand({ ...asked })
    command.middlewareStack.use(readAs({ status, reason, headers, body: Buffer.concat(await body.toArray()) }))
    await client.send(command)
    return null
  }

  close(): void {
    this.#connections.close()
  }
}

/** @param length bytes of the body, which must be as many as the range has */
function rangeIn(headers: Record<string, string>, length: number): Pick<PlainRange, 'range' | 'size'> | null {
  const [start = NaN, end = NaN, size = NaN] =
    /^bytes (\d+)-(\d+)\/(\d+)$/
      .exec(headers['content-range'] ?? '')
      ?.slice(1)
      .map(Number) ?? []
  return end - start + 1 === length ? { range: { start, end }, size } : null
}
