// Requests that the AWS client cannot make: MinIO's listings with metadata and its bucket events. They are signed as
// any other, and their answers are handed on as they stream.
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { HttpRequest } from '@smithy/core/protocols'
import type { SignatureV4 } from '@smithy/signature-v4'
import type { S3Settings } from './s3-clients.ts'
import type { LimitedHandler } from './s3-limits.ts'
import { type StoreTime, signatureOf } from './s3-signing.ts'

export interface MinioRequest {
  method?: 'GET' | 'HEAD'
  /** '' for requests that concern all buckets. */
  bucket: string
  query?: Record<string, string | string[]>
}

/** A refusal by S3; `name` is its code, as in the errors of the AWS client. */
export class S3Refusal extends Error {
  readonly $metadata: { httpStatusCode: number }
  constructor(code: string, httpStatusCode: number) {
    super(`the storage answered ${httpStatusCode} ${code}`)
    this.name = code
    this.$metadata = { httpStatusCode }
  }
}

interface MinioRequestsOptions {
  settings: S3Settings
  handler: Pick<LimitedHandler, 'handle'>
  storeTime: StoreTime
}

/** The SHA-256 of an empty body. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
/** Statuses of a server that is only busy, or has failed: such a request is repeated once. */
const BUSY = new Set([429, 500, 502, 503, 504])
const AGAIN_AFTER_MS = 150

export class MinioRequests {
  readonly #options: MinioRequestsOptions
  readonly #signature: SignatureV4
  readonly #endpoint: URL

  constructor(options: MinioRequestsOptions) {
    this.#options = options
    this.#signature = signatureOf(options.settings)
    this.#endpoint = new URL(options.settings.endpoint)
  }

  /**
   * The answer, whose body streams. Whoever does not read it to its end must destroy it.
   * @throws S3Refusal when S3 refuses
   */
  async send(request: MinioRequest): Promise<IncomingMessage> {
    const first = await this.#sendOnce(request)
    if (!BUSY.has(first.statusCode ?? 0)) return accepted(first)
    first.resume()
    await sleep(AGAIN_AFTER_MS)
    return accepted(await this.#sendOnce(request))
  }

  async #sendOnce({ method = 'GET', bucket, query = {} }: MinioRequest): Promise<IncomingMessage> {
    const { protocol, hostname, host, port, pathname } = this.#endpoint
    const plain = new HttpRequest({
      method,
      protocol,
      hostname,
      ...(port && { port: Number(port) }),
      path: `${pathname.replace(/\/$/, '')}/${bucket}`,
      query,
      headers: { host, 'x-amz-content-sha256': EMPTY },
    })
    const signed = await this.#signature.sign(plain, { signingDate: new Date(this.#options.storeTime()) })
    const { response } = await this.#options.handler.handle(new HttpRequest({ ...signed, body: undefined }))
    return response.body as IncomingMessage
  }
}

async function accepted(answer: IncomingMessage): Promise<IncomingMessage> {
  const { statusCode = 0 } = answer
  if (statusCode < 300) return answer
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) text += chunk
  // The answer to a HEAD has no body that could tell more.
  throw new S3Refusal(
    /<Code>([^<]*)<\/Code>/.exec(text)?.[1] ?? (statusCode === 404 ? 'NotFound' : 'Unknown'),
    statusCode,
  )
}
