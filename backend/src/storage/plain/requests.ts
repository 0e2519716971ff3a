// Signed requests of S3 as text, ready to be sent.
import { HttpRequest } from '@smithy/core/protocols'
import type { SignatureV4 } from '@smithy/signature-v4'
import type { S3Settings } from '../s3-clients.ts'
import { signatureOf, signedInQuery, type StoreTime } from '../s3-signing.ts'

/** A request on an object. */
export interface ObjectRequest {
  method: 'GET' | 'PUT'
  bucket: string
  key: string
  query: Record<string, string>
  /** By names in lower case; `host` and what belongs to the signature are added. */
  headers: Record<string, string>
  /** The SHA-256 of the body in hexadecimal, or `UNSIGNED_BODY`. */
  hash: string
  /** It is signed in the query then, and the storage refuses it after so many seconds. */
  expiresIn?: number
}

/** In place of a hash, where the body is not part of the signature (S3 API, "UNSIGNED-PAYLOAD"). */
export const UNSIGNED_BODY = 'UNSIGNED-PAYLOAD'

/** What may stand in a request's head (RFC 9110 section 5): names, and values. */
const NAME = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/
const VALUE = /^[\x20-\x7e]*$/

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

export class RequestTexts {
  readonly #endpoint: URL
  readonly #signature: SignatureV4
  readonly #storeTime: StoreTime

  constructor(settings: S3Settings, storeTime: StoreTime) {
    this.#endpoint = new URL(settings.endpoint)
    this.#signature = signatureOf(settings)
    this.#storeTime = storeTime
  }

  /** The head of a request, signed now; null where anything in it must not stand in a head. */
  async of({ method, bucket, key, query, headers, hash, expiresIn }: ObjectRequest): Promise<string | null> {
    const { host, hostname, pathname } = this.#endpoint
    const path = `${pathname.replace(/\/$/, '')}/${bucket}/${key.split('/').map(encoded).join('/')}`
    const own = { host, 'x-amz-content-sha256': hash, ...headers }
    if (!Object.entries(own).every(([name, value]) => NAME.test(name) && VALUE.test(value))) return null
    const plain = new HttpRequest({ method, hostname, path, query, headers: own })
    const signingDate = new Date(this.#storeTime())
    const signed =
      expiresIn === undefined
        ? await this.#signature.sign(plain, { signingDate })
        : await signedInQuery(this.#signature, plain, { signingDate, expiresIn })
    const asked = Object.entries(signed.query ?? {}).map(
      ([name, value]) => `${encoded(name)}=${encoded(String(value))}`,
    )
    const target = [path, ...(asked.length === 0 ? [] : [asked.join('&')])].join('?')
    const lines = Object.entries(signed.headers).map(([name, value]) => `${name}: ${value}\r\n`)
    return VALUE.test(target) ? `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n` : null
  }
}
