// One write to the storage: its bytes as they go out, and the answer, which may come before their end.
import type { Readable } from 'node:stream'
import { pourOut } from '../../lib/poured-stream.ts'
import { ANSWER_HEAD_MAX, OddAnswer, type ReadHead, readHead } from './answer-head.ts'
import { joinChunks } from './chunks.ts'
import type { Listener, PlainConnection } from './connection.ts'
import type { LentBytes } from './read-buffers.ts'

export interface PutAnswer extends Pick<ReadHead, 'status' | 'reason' | 'headers'> {
  /** What a refusal says; of any other answer nothing, unless it is to be read, too. */
  text: Buffer
}

export interface PutBody {
  body: Readable | Buffer
  /** Bytes that the head declares. */
  length: number
  /** Whether what success says is read, too. */
  isRead?: boolean
}

const HEAD_END = '\r\n\r\n'
/** What an answer says fits into this. */
const TEXT_MAX = 64 * 1024
/**
 * How long a head waits for the first bytes of its body. The storage closes a kept connection on which no request comes
 * for longer.
 */
const HEAD_WAITS_MS = 1_000
const NOTHING = Buffer.alloc(0)

const isRefusal = ({ status }: ReadHead) => status >= 300

export class PlainPut implements Listener {
  readonly #body: Readable | null
  readonly #answer = Promise.withResolvers<PutAnswer>()
  readonly #isRead: boolean
  readonly #headTimer: NodeJS.Timeout
  /** Null once it is not used for this write any more. */
  #connection: PlainConnection | null
  /** Bytes of the body that were not handed over yet. */
  #unsent: number
  #come: Buffer = NOTHING
  #head: ReadHead | null = null
  #isOver = false

  constructor(connection: PlainConnection, head: string, { body, length, isRead = false }: PutBody) {
    this.#connection = connection
    this.#answer.promise.catch(() => undefined)
    this.#body = Buffer.isBuffer(body) ? null : body
    this.#unsent = length
    this.#isRead = isRead
    this.#headTimer = setTimeout(() => void this.#write(NOTHING).catch(() => undefined), HEAD_WAITS_MS)
    connection.begin(head, this)
    this.#send(body).catch((error: Error) => this.fail(error))
  }

  /** Settles with the answer, whether all bytes were taken or not. @throws what broke it off; OddAnswer */
  get answer(): Promise<PutAnswer> {
    return this.#answer.promise
  }

  async #send(body: Readable | Buffer): Promise<void> {
    if (Buffer.isBuffer(body) || this.#unsent === 0) await this.#write(Buffer.isBuffer(body) ? body : NOTHING)
    if (!Buffer.isBuffer(body)) await pourOut(body, (piece) => this.#write(piece))
    if (this.#unsent > 0) throw new RangeError('fewer bytes than were declared')
  }

  async #write(piece: Buffer): Promise<void> {
    clearTimeout(this.#headTimer)
    if (!this.#connection) throw new Error('the storage has answered already')
    this.#unsent -= piece.length
    if (this.#unsent < 0) throw new RangeError('more bytes than were declared')
    await this.#connection.write(piece)
  }

  read(bytes: LentBytes): boolean {
    this.#come = Buffer.concat([this.#come, bytes.piece])
    bytes.giveBack()
    try {
      this.#head ??= this.#readHead()
      if (this.#head) this.#readOn(this.#head)
    } catch (error) {
      this.fail(error as Error)
    }
    return true
  }

  #readHead(): ReadHead | null {
    const end = this.#come.subarray(0, ANSWER_HEAD_MAX).indexOf(HEAD_END)
    if (end === -1) {
      if (this.#come.length >= ANSWER_HEAD_MAX) throw new OddAnswer('a long head')
      return null
    }
    const head = readHead(this.#come.toString('latin1', 0, end))
    this.#come = this.#come.subarray(end + HEAD_END.length)
    return head
  }

  #readOn(head: ReadHead): void {
    const { framing } = head
    const { length } = this.#come
    if (!isRefusal(head)) {
      if (this.#unsent > 0) throw new OddAnswer('success before the last byte')
      if (this.#isRead && framing === 'connection') throw new OddAnswer('success without an end')
      // Of what such an answer says, the head alone counts elsewhere.
      if (!this.#isRead) return this.#conclude(head, { text: NOTHING, isKept: framing === 0 && length === 0 })
    }
    if (length > TEXT_MAX) throw new OddAnswer(isRefusal(head) ? 'a long refusal' : 'a long text')
    if (framing === 'chunks') {
      const text = joinChunks(this.#come)
      if (text) this.#conclude(head, { text, isKept: false })
    } else if (framing !== 'connection' && length >= framing) {
      const isClean = length === framing && this.#unsent === 0 && this.#connection?.isWritten === true
      this.#conclude(head, { text: this.#come.subarray(0, framing), isKept: isClean })
    }
  }

  #conclude(head: ReadHead, { text, isKept }: { text: Buffer; isKept: boolean }): void {
    this.#end()?.leave({ isKept: isKept && head.isKept })
    const { status, reason, headers } = head
    this.#answer.resolve({ status, reason, headers, text })
    // What is left of it is not wanted.
    if (this.#unsent > 0) this.#body?.destroy()
  }

  #end(): PlainConnection | null {
    this.#isOver = true
    clearTimeout(this.#headTimer)
    const connection = this.#connection
    this.#connection = null
    return connection
  }

  fail(error: Error): void {
    if (this.#isOver) return
    const head = this.#head
    // A refusal counts as far as it has come.
    if (head && isRefusal(head) && !(error instanceof OddAnswer)) {
      const text = head.framing === 'connection' ? this.#come : NOTHING
      return this.#conclude(head, { text, isKept: false })
    }
    this.#end()?.destroy(error)
    this.#answer.reject(error)
    this.#body?.destroy()
  }
}
