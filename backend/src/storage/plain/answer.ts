// One answer of the storage as it comes in: its head, then its bytes, lent on piece by piece.
import { type Pourable, PouredStream, type Take } from '../../lib/poured-stream.ts'
import { ANSWER_HEAD_MAX, type AnswerHead, OddAnswer, parseAnswerHead } from './answer-head.ts'
import { type Listener, type PlainConnection, timedOut } from './connection.ts'
import type { LentBytes } from './read-buffers.ts'

/** Pieces that were read and are not given back yet. With so many nothing more is read. */
const PIECES_MAX = 4
const HEAD_END = '\r\n\r\n'

const closed = (): Error => Object.assign(new Error('the reading was ended'), { name: 'AbortError' })

export class PlainAnswer implements Listener, Pourable {
  /** The bytes of the answer. */
  readonly body = new PouredStream(this)
  readonly #head = Promise.withResolvers<AnswerHead>()
  readonly #poured = Promise.withResolvers<void>()
  readonly #timer: NodeJS.Timeout
  /** Null once it is not used for this answer any more. */
  #connection: PlainConnection | null
  #headSoFar: Buffer = Buffer.alloc(0)
  #isKept = false
  /** Bytes of the body that have not come yet; null before the head. */
  #left: number | null = null
  #waiting: LentBytes[] = []
  #lentOut = 0
  #take: Take | null = null
  #failure: Error | null = null

  /** Sends the request. `beginMs`: how long the answer may take to begin. */
  constructor(connection: PlainConnection, request: string, beginMs: number) {
    this.#connection = connection
    this.#head.promise.catch(() => undefined)
    this.#poured.promise.catch(() => undefined)
    // It may fail before its bytes are asked for. Whoever asks then gets the error.
    this.body.on('error', () => undefined)
    this.#timer = setTimeout(() => this.fail(timedOut(`no answer of the storage in ${beginMs} ms`)), beginMs)
    connection.send(request, this)
  }

  get head(): Promise<AnswerHead> {
    return this.#head.promise
  }

  /** Whether nothing of it has come. */
  get isUntouched(): boolean {
    return this.#left === null && this.#headSoFar.length === 0
  }

  read(bytes: LentBytes): boolean {
    try {
      if (this.#left === null && !this.#readHead(bytes)) return true
      this.#readBody(bytes)
    } catch (error) {
      bytes.giveBack()
      this.fail(error as Error)
    }
    // A connection that this answer is through with reads on, to see its end.
    return this.#connection === null || this.#hasRoom
  }

  /** Whether the head is complete. What follows it is left in `bytes` then. */
  #readHead(bytes: LentBytes): boolean {
    const { piece } = bytes
    const joined = this.#headSoFar.length === 0 ? piece : Buffer.concat([this.#headSoFar, piece])
    const end = joined.subarray(0, ANSWER_HEAD_MAX).indexOf(HEAD_END)
    if (end === -1) {
      if (joined.length >= ANSWER_HEAD_MAX) throw new OddAnswer('a long head')
      this.#headSoFar = Buffer.from(joined)
      bytes.giveBack()
      return false
    }
    const head = parseAnswerHead(joined.toString('latin1', 0, end))
    bytes.skip(piece.length - (joined.length - end - HEAD_END.length))
    clearTimeout(this.#timer)
    this.#left = head.length
    this.#isKept = head.isKept
    this.#head.resolve(head)
    return true
  }

  #readBody(bytes: LentBytes): void {
    const { length } = bytes.piece
    const left = (this.#left ?? 0) - length
    if (left < 0) throw new OddAnswer('more bytes than it declared')
    this.#left = left
    if (length > 0) this.#waiting.push(bytes)
    else bytes.giveBack()
    if (left === 0) {
      this.#connection?.leave({ isKept: this.#isKept })
      this.#connection = null
    }
    this.#goOn()
  }

  get #hasRoom(): boolean {
    return this.#waiting.length + this.#lentOut < PIECES_MAX
  }

  pour(take: Take): Promise<void> {
    this.#take = take
    this.#goOn()
    return this.#poured.promise
  }

  #goOn(): void {
    while (this.#take) {
      const bytes = this.#waiting.shift()
      if (!bytes) break
      void this.#lend(this.#take, bytes)
    }
    if (this.#lentOut > 0) return
    if (this.#failure) this.#poured.reject(this.#failure)
    else if (this.#left === 0 && this.#waiting.length === 0) this.#poured.resolve()
  }

  async #lend(take: Take, bytes: LentBytes): Promise<void> {
    this.#lentOut += 1
    try {
      await take(bytes.piece)
      bytes.giveBack()
    } catch (error) {
      this.fail(error as Error)
    }
    this.#lentOut -= 1
    if (this.#hasRoom) this.#connection?.resume()
    this.#goOn()
  }

  fail(error: Error): void {
    if (this.#failure) return
    this.#failure = error
    clearTimeout(this.#timer)
    this.#head.reject(error)
    for (const bytes of this.#waiting.splice(0)) bytes.giveBack()
    const connection = this.#connection
    this.#connection = null
    connection?.destroy(error)
    this.body.destroy(error)
    this.#goOn()
  }

  close(error?: Error): void {
    if (this.#left === 0 && this.#waiting.length === 0 && this.#lentOut === 0) return
    this.fail(error ?? closed())
  }
}
