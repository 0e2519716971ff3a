// Bytes of objects that are written over plain connections, as they are read (gets.ts), without the client of AWS. A
// write is sent once, whatever becomes of it.
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { attemptNow } from '../at-work.ts'
import type { Made } from '../objects.ts'
import { OddAnswer } from './answer-head.ts'
import { observedAnswer, readAs } from './answered.ts'
import { PlainConnections } from './connections.ts'
import type { PlainGetsOptions } from './gets.ts'
import { PlainPut, type PutAnswer, type PutBody } from './put-answer.ts'
import { type ObjectRequest, RequestTexts } from './requests.ts'

/** A write, by the names of S3. */
export type AskedWrite = Pick<ObjectRequest, 'bucket' | 'key' | 'query' | 'headers' | 'hash'> & PutBody

/** Answers to writes are short. */
const READ_BYTES = 16 * 1024

const ended = (): Error => Object.assign(new Error('the writing was ended'), { name: 'AbortError' })

export class PlainPuts {
  readonly #options: PlainGetsOptions
  readonly #texts: RequestTexts
  readonly #connections: PlainConnections
  /** A write cannot be sent again by the usual client, so those after an odd answer are its from the beginning. */
  #isOdd = false

  constructor(options: PlainGetsOptions) {
    const { settings, storeTime, limits, keptMs } = options
    this.#options = options
    this.#texts = new RequestTexts(settings, storeTime)
    this.#connections = new PlainConnections(new URL(settings.endpoint), { ...limits, keptMs, readBytes: READ_BYTES })
  }

  /**
   * Sends a write. Null where the usual client must do so: nothing was sent then, and nothing of the body read.
   * `client` tells what a refusal means.
   * @throws what `client` would throw
   */
  async send(client: S3Client, asked: AskedWrite, signal?: AbortSignal): Promise<Made | null> {
    signal?.throwIfAborted()
    if (this.#isOdd) return null
    const { bucket, key, query, hash, length } = asked
    const headers = { ...asked.headers, 'content-length': String(length) }
    const head = await this.#texts.of({ method: 'PUT', bucket, key, query, headers, hash })
    attemptNow()?.send()
    signal?.throwIfAborted()
    const connection = head === null ? null : this.#connections.take({ isNew: false })
    if (head === null || !connection) return null
    const answer = await this.#answerOf(new PlainPut(connection, head, asked), asked, signal)
    return made(answer) ?? (await refused(client, asked, answer))
  }

  async #answerOf(put: PlainPut, { query }: AskedWrite, signal: AbortSignal | undefined): Promise<PutAnswer> {
    const call = 'partNumber' in query ? 'put part' : 'put'
    try {
      return await observedAnswer(this.#options, { call, answer: put.answer, end: () => put.fail(ended()) }, signal)
    } catch (error) {
      if (error instanceof OddAnswer) this.#isOdd = true
      throw error
    }
  }

  close(): void {
    this.#connections.close()
  }
}

const made = ({ status, headers }: PutAnswer): Made | null =>
  status < 300
    ? { etag: (headers['etag'] ?? '').replaceAll('"', ''), version: headers['x-amz-version-id'] ?? '' }
    : null

/** @throws the refusal that an answer is, as the client reads it */
async function refused(client: S3Client, { bucket, key }: AskedWrite, answer: PutAnswer): Promise<never> {
  // What a refusal says is read in the same way for all writes.
  const command = new PutObjectCommand({ Bucket: bucket, Key: key })
  command.middlewareStack.use(readAs({ ...answer, body: answer.text }))
  await client.send(command)
  throw new OddAnswer('a refusal that says nothing')
}
