// Bytes of objects that are written over plain connections, as they are read (gets.ts), without the client of AWS. A
// write is sent once, whatever becomes of it.
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import type { Made } from '../objects.ts'
import { OddAnswer } from './answer-head.ts'
import { readAs } from './answered.ts'
import type { PlainGetsOptions } from './gets.ts'
import type { PutAnswer, PutBody } from './put-answer.ts'
import type { ObjectRequest } from './requests.ts'
import { SentOnce } from './sent-once.ts'

/** A write, by the names of S3. */
export type AskedWrite = Pick<ObjectRequest, 'bucket' | 'key' | 'query' | 'headers' | 'hash'> & PutBody

export class PlainPuts {
  readonly #requests: SentOnce

  constructor(options: PlainGetsOptions) {
    this.#requests = new SentOnce(options, options.limits)
  }

  /**
   * Sends a write. Null where the usual client must do so: nothing was sent then, and nothing of the body read.
   * `client` tells what a refusal means.
   * @throws what `client` would throw
   */
  async send(client: S3Client, asked: AskedWrite, signal?: AbortSignal): Promise<Made | null> {
    const { body, length, ...request } = asked
    const call = 'partNumber' in asked.query ? 'put part' : 'put'
    const answer = await this.#requests.send({ ...request, call, body: { body, length } }, signal)
    return answer && (made(answer) ?? (await refused(client, asked, answer)))
  }

  close(): void {
    this.#requests.close()
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
