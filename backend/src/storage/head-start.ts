// The first bytes of a file, asked for before anything of it is known: what S3 tells with them saves a HEAD. MinIO
// locks the key until they are taken, so they are given up when nobody takes them soon.
import type { Readable } from 'node:stream'
import type { ByteRange } from './entries.ts'
import { beginObject, type BegunObject, headObject, type ObjectHead, type ObjectName } from './objects.ts'
import { CUT_AFTER_MS, FIRST_REQUEST } from './pinned-reader.ts'
import type { S3Clients } from './s3-clients.ts'
import { isMissing, s3ErrorName } from './s3-errors.ts'

export class HeadStart {
  readonly #clients: Pick<S3Clients, 'control' | 'data' | 'ranges'>
  readonly #wanted: ByteRange
  #begun: Pick<BegunObject, 'range' | 'body'> | null = null
  #timer: NodeJS.Timeout | undefined

  private constructor(clients: Pick<S3Clients, 'control' | 'data' | 'ranges'>, wanted: ByteRange) {
    this.#clients = clients
    this.#wanted = wanted
  }

  /** Null where it is not known which bytes to ask for. */
  static of(clients: Pick<S3Clients, 'control' | 'data' | 'ranges'>, wanted: ByteRange | null): HeadStart | null {
    if (!wanted || !Number.isSafeInteger(wanted.start) || wanted.end < wanted.start) return null
    const end = Math.min(wanted.end, wanted.start + FIRST_REQUEST - 1)
    return new HeadStart(clients, { start: wanted.start, end })
  }

  /** What an object is, or null where there is none; its bytes are on their way then. */
  async look(object: ObjectName): Promise<ObjectHead | null> {
    this.giveUp()
    try {
      const { head, ...begun } = await beginObject(this.#clients, object, this.#wanted)
      this.#hold(begun)
      return head
    } catch (error) {
      if (isMissing(error)) return null
      if (s3ErrorName(error) === 'TimeoutError') throw error
      // An empty file has no ranges, and one that is shorter by now not these. Other requests may be repeated.
      return headObject(this.#clients.control, object)
    }
  }

  #hold(begun: Pick<BegunObject, 'range' | 'body'>): void {
    this.#begun = begun
    // Should it break off, it is asked for again.
    begun.body.on('error', () => undefined)
    this.#timer = setTimeout(() => this.giveUp(), CUT_AFTER_MS)
  }

  /** The bytes with which a range begins, once, where these are on their way; else null. */
  take({ start, end }: ByteRange): Readable | null {
    if (!this.#begun || this.#begun.range.start !== start || this.#begun.range.end > end) return null
    const { body } = this.#begun
    this.#begun = null
    clearTimeout(this.#timer)
    return body.destroyed ? null : body
  }

  /** Ends the request. */
  giveUp(): void {
    clearTimeout(this.#timer)
    this.#begun?.body.destroy()
    this.#begun = null
  }
}
