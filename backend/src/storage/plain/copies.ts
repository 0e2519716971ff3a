// Copies under a lease over plain connections, without the client of AWS. As a write, a copy is sent once, whatever
// becomes of it: who carries the operation on finds by its mark what was made.
import { Readable } from 'node:stream'
import { CopyObjectCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import type { Made } from '../objects.ts'
import { secondsOf, UNSIGNED_BODY } from '../s3-signing.ts'
import { OddAnswer } from './answer-head.ts'
import { readAs } from './answered.ts'
import type { PlainGetsOptions } from './gets.ts'
import type { PutAnswer } from './put-answer.ts'
import type { ObjectRequest } from './requests.ts'
import { SentOnce } from './sent-once.ts'

/** A copy, by the names of S3: where to, and the headers that say from where and how. */
export type AskedCopy = Pick<ObjectRequest, 'bucket' | 'key' | 'headers'>

type SendCopy = (client: S3Client, asked: AskedCopy) => Promise<Made | null>

/** A client whose requests end with a lease, and its copies. */
export class LeasedClient extends S3Client {
  readonly #send: SendCopy

  constructor(config: S3ClientConfig, send: SendCopy) {
    super(config)
    this.#send = send
  }

  /** Null where the client itself must ask for the copy: nothing was sent then. @throws what the client would throw */
  copy(asked: AskedCopy): Promise<Made | null> {
    return this.#send(this, asked)
  }
}

const NOTHING = { body: Buffer.alloc(0), length: 0, isRead: true }

export class PlainCopies {
  readonly #requests: SentOnce

  constructor(options: PlainGetsOptions) {
    const { connectMs, controlMs } = options.limits
    // The quiet time after a lease relies on the limit of small requests.
    this.#requests = new SentOnce(options, { connectMs, idleMs: controlMs })
  }

  /**
   * Sends a copy that the storage refuses after the lease. Null where the usual client must do so.
   * @throws what `client` would throw
   */
  async send(client: S3Client, asked: AskedCopy, remainingMs: () => number): Promise<Made | null> {
    const signed = { query: {}, hash: UNSIGNED_BODY, expiresIn: secondsOf(remainingMs) }
    const answer = await this.#requests.send({ ...asked, ...signed, call: 'copy', body: NOTHING })
    return answer && (made(answer) ?? (await this.#requests.read(() => readByClient(client, asked, answer))))
  }

  close(): void {
    this.#requests.close()
  }
}

/** What a storage says of a copy, without anything else (S3 API CopyObjectResult). White space may come first. */
const RESULT = /^\s*(?:<\?xml[^>]*\?>)?\s*<CopyObjectResult[^>]*>\s*(?:<(\w+)>[^<]*<\/\1>\s*)*<\/CopyObjectResult>\s*$/
const ETAG = /<ETag>(?:"|&quot;|&#34;)?([\w-]+)(?:"|&quot;|&#34;)?<\/ETag>/

/** What was made; null where an answer is anything but plain success. */
function made({ status, headers, text }: PutAnswer): Made | null {
  const told = text.toString()
  const etag = status === 200 && RESULT.test(told) ? ETAG.exec(told)?.[1] : undefined
  return etag === undefined ? null : { etag, version: headers['x-amz-version-id'] ?? '' }
}

/** A refusal, which may come with the status of success, too, or success in other words. @throws the refusal */
async function readByClient(client: S3Client, { bucket, key, headers }: AskedCopy, answer: PutAnswer): Promise<Made> {
  const CopySource = headers['x-amz-copy-source'] ?? ''
  const command = new CopyObjectCommand({ Bucket: bucket, Key: key, CopySource })
  // As a stream, since of others the client does not look for a refusal in success.
  command.middlewareStack.use(readAs({ ...answer, body: Readable.from([answer.text]) }))
  const { CopyObjectResult, VersionId = '' } = await client.send(command)
  if (CopyObjectResult?.ETag === undefined) throw new OddAnswer('success that says nothing')
  return { etag: CopyObjectResult.ETag.replaceAll('"', ''), version: VersionId }
}
