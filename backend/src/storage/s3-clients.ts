// The connections to S3: one client for small requests, one for bodies, and one whose requests expire with a lease.
import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { SignatureV4 } from '@smithy/signature-v4'
import type { HttpRequest, RequestSigner, RequestSigningArguments } from '@smithy/types'
import { Client as MinioClient } from 'minio'
import type { Logger } from 'pino'
import type { StorageFeatures } from './types.ts'

export interface S3Settings {
  endpoint: string
  region: string
  accessKey: string
  secretKey: string
}

/** The connections, and what the server behind them can do. */
export interface S3Clients extends S3Connections {
  features: StorageFeatures
}

export interface S3Connections {
  /** Small requests: an answer begins within ten seconds or the request is cut. */
  control: S3Client
  /** Bodies of any size, and what must not be repeated: cut only when nothing moves for two minutes. */
  data: S3Client
  /** Lists with metadata, which the AWS client cannot ask for. */
  minio: MinioClient
  /** Listens to bucket events, on connections of its own: `hangUp` ends them whatever they wait for. */
  events: { minio: MinioClient; region: string; hangUp(): void }
  /**
   * A client whose requests the server refuses once the lease they were sent under has ended (query-signed, S3 API "X-Amz-Expires"),
   * so that a paused owner that wakes harms nothing. It never repeats a request by itself.
   */
  expiring(remainingMs: () => number): S3Client
  close(): void
}

const CONTROL_TIMEOUT_MS = 10_000
const IDLE_TIMEOUT_MS = 120_000
/** MinIO hangs up on a connection that rests for 30 s: one that is taken up in that moment would fail a request that nobody may repeat. */
const KEPT_MS = 15_000
const UNSIGNED = 'UNSIGNED-PAYLOAD'

/** Thrown when a request would be sent under a lease that has ended: its sender is no longer the owner. */
export class Fenced extends Error {
  constructor() {
    super('the lease under which this was to be done has ended')
    this.name = 'Fenced'
  }
}

export function createS3Connections(settings: S3Settings, log: Logger): S3Connections {
  const agents = () => ({
    httpAgent: new HttpAgent({ keepAlive: true, maxSockets: 256, timeout: KEPT_MS }),
    httpsAgent: new HttpsAgent({ keepAlive: true, maxSockets: 256, timeout: KEPT_MS }),
  })
  const controlHandler = new NodeHttpHandler({ ...agents(), connectionTimeout: 5_000, requestTimeout: CONTROL_TIMEOUT_MS, throwOnRequestTimeout: true })
  const dataHandler = new NodeHttpHandler({ ...agents(), connectionTimeout: 5_000, socketTimeout: IDLE_TIMEOUT_MS })
  const base: S3ClientConfig = {
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
    forcePathStyle: true,
    // Nido hashes where it promises to; the client's own checksums cost a core and S3 servers differ on them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: quietLogger(log),
  }
  const control = new S3Client({ ...base, requestHandler: controlHandler, maxAttempts: 3 })
  const data = new S3Client({ ...base, requestHandler: dataHandler, maxAttempts: 1 })
  const url = new URL(settings.endpoint)
  const minioSettings = {
    endPoint: url.hostname,
    port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
    useSSL: url.protocol === 'https:',
    accessKey: settings.accessKey,
    secretKey: settings.secretKey,
    region: settings.region,
    pathStyle: true,
  }
  const minio = new MinioClient(minioSettings)
  const eventsAgent = url.protocol === 'https:' ? new HttpsAgent() : new HttpAgent()
  return {
    control,
    data,
    minio,
    events: { minio: new MinioClient({ ...minioSettings, transportAgent: eventsAgent }), region: settings.region, hangUp: () => eventsAgent.destroy() },
    expiring: (remainingMs) => new S3Client({ ...base, requestHandler: controlHandler, maxAttempts: 1, signer: async () => expiringSigner(settings, remainingMs) }),
    close: () => {
      controlHandler.destroy()
      dataHandler.destroy()
    },
  }
}

/** The client's own words are for whoever looks closely; what matters reaches the log as errors. */
const quietLogger = (log: Logger) => {
  const debug = (...words: unknown[]) => log.trace({ words }, 's3 client')
  return { trace: debug, debug, info: debug, warn: debug, error: debug }
}

/** Signs in the query, so that the server itself refuses the request after the lease's end. */
function expiringSigner(settings: S3Settings, remainingMs: () => number): RequestSigner {
  const signature = new SignatureV4({
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
    region: settings.region,
    service: 's3',
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  })
  return {
    sign: async (request, options?: RequestSigningArguments) => {
      const expiresIn = Math.floor(remainingMs() / 1000)
      if (expiresIn < 1) throw new Fenced()
      const plain = request as HttpRequest
      plain.headers['x-amz-content-sha256'] = UNSIGNED
      // MinIO routes by headers such as x-amz-copy-source: they stay headers, and are signed as such.
      const unhoistableHeaders = new Set(Object.keys(plain.headers).map((name) => name.toLowerCase()))
      return await signature.presign(plain, { ...options, expiresIn, unhoistableHeaders }) as typeof request
    },
  }
}

/** SHA-256 in the shape that the signer asks for; a secret makes it an HMAC. */
class Sha256 {
  readonly #secret: string | ArrayBuffer | ArrayBufferView | undefined
  #hash: Hash | Hmac
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#secret = secret
    this.#hash = this.#begin()
  }
  #begin(): Hash | Hmac {
    if (this.#secret === undefined) return createHash('sha256')
    const key = this.#secret instanceof ArrayBuffer ? new Uint8Array(this.#secret) : this.#secret
    return createHmac('sha256', key as string | Uint8Array)
  }
  update(chunk: string | Uint8Array): void {
    this.#hash.update(chunk)
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }
  reset(): void {
    this.#hash = this.#begin()
  }
}
