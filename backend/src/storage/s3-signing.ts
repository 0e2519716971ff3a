// Signatures (Signature Version 4) by the clock of the storage, where those of the AWS client will not do.
import { createHmac, hash } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'
import type { HttpRequest, RequestPresigningArguments, RequestSigner, RequestSigningArguments } from '@smithy/types'
import { createLru } from '../lib/lru.ts'
import type { S3Settings } from './s3-clients.ts'

/** In place of a hash, where the body is not part of the signature (S3 API, "UNSIGNED-PAYLOAD"). */
export const UNSIGNED_BODY = 'UNSIGNED-PAYLOAD'

/** Thrown when a request would be sent under a lease that has ended, since its sender is no longer the owner. */
export class Fenced extends Error {
  constructor() {
    super('the lease under which this was to be done has ended')
    this.name = 'Fenced'
  }
}

/** The time at the storage in ms since 1970, by which it judges signatures. */
export type StoreTime = () => number

export const signatureOf = (settings: S3Settings): SignatureV4 =>
  new SignatureV4({
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
    region: settings.region,
    service: 's3',
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  })

/** Signs in the query, so that the server itself refuses the request after the lease's end. */
export function expiringSigner(settings: S3Settings, remainingMs: () => number, storeTime: StoreTime): RequestSigner {
  const signature = signatureOf(settings)
  return {
    sign: async (request, options?: RequestSigningArguments) => {
      const expiresIn = secondsOf(remainingMs)
      const when = { ...options, signingDate: new Date(storeTime()), expiresIn }
      return (await signedInQuery(signature, request as HttpRequest, when)) as typeof request
    },
  }
}

/** For how many seconds a request may be signed under a lease. @throws Fenced when it has ended */
export function secondsOf(remainingMs: () => number): number {
  const seconds = Math.floor(remainingMs() / 1000)
  if (seconds < 1) throw new Fenced()
  return seconds
}

/** A request that the server refuses after `expiresIn` seconds. Its body is not part of the signature. */
export function signedInQuery(
  signature: SignatureV4,
  request: HttpRequest,
  options: RequestPresigningArguments,
): Promise<HttpRequest> {
  request.headers['x-amz-content-sha256'] = UNSIGNED_BODY
  // MinIO routes by headers such as x-amz-copy-source, so they stay headers and are signed as such.
  const unhoistableHeaders = new Set(Object.keys(request.headers).map((name) => name.toLowerCase()))
  return signature.presign(request, { ...options, unhoistableHeaders }) as Promise<HttpRequest>
}

/**
 * HMACs whose secret is a text, by both. For each signature the signer asks for one of the key's name, and once a day
 * for one of the day.
 */
const namedHmacs = createLru<string, Buffer>(16)

/** SHA-256 as the signer wants it. With a secret it is an HMAC. */
class Sha256 {
  readonly #secret: string | ArrayBuffer | ArrayBufferView | undefined
  #chunks: (string | Uint8Array)[] = []
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#secret = secret
  }
  update(chunk: string | Uint8Array): void {
    this.#chunks.push(chunk)
  }
  async digest(): Promise<Uint8Array> {
    const [first = ''] = this.#chunks
    const bytes = this.#chunks.length > 1 ? Buffer.concat(this.#chunks.map((chunk) => Buffer.from(chunk))) : first
    if (this.#secret === undefined) return hash('sha256', bytes, 'buffer')
    if (typeof this.#secret === 'string') return namedHmac(this.#secret, bytes)
    const key = this.#secret instanceof ArrayBuffer ? new Uint8Array(this.#secret) : this.#secret
    return createHmac('sha256', key as Uint8Array)
      .update(bytes)
      .digest()
  }
  reset(): void {
    this.#chunks = []
  }
}

function namedHmac(secret: string, bytes: string | Uint8Array): Buffer {
  const name = `${secret}\0${Buffer.from(bytes).toString('latin1')}`
  const before = namedHmacs.get(name)
  if (before) return before
  const made = createHmac('sha256', secret).update(bytes).digest()
  namedHmacs.set(name, made)
  return made
}
