// Signed requests of S3 as text, ready to be sent.
import type { S3Settings } from '../s3-clients.ts'
import type { StoreTime } from '../s3-signing.ts'
import { escaped, Signature } from './signature.ts'

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

/** What may stand in a request's head (RFC 9110 section 5): names, and values. */
const NAME = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/
const VALUE = /^[\x20-\x7e]*$/

export class RequestTexts {
  readonly #host: string
  readonly #above: string
  readonly #signature: Signature
  readonly #storeTime: StoreTime

  constructor(settings: S3Settings, storeTime: StoreTime) {
    const { host, pathname } = new URL(settings.endpoint)
    this.#host = host
    this.#above = pathname.replace(/\/$/, '')
    this.#signature = new Signature(settings)
    this.#storeTime = storeTime
  }

  /** The head of a request, signed now; null where anything in it must not stand in a head. */
  of({ method, bucket, key, query, headers, hash, expiresIn }: ObjectRequest): string | null {
    const path = `${this.#above}/${bucket}/${key.split('/').map(escaped).join('/')}`
    const own = { host: this.#host, 'x-amz-content-sha256': hash, ...headers }
    if (!Object.entries(own).every(([name, value]) => NAME.test(name) && VALUE.test(value))) return null
    const plain = { method, path, query, headers: own, hash }
    const signed =
      expiresIn === undefined
        ? this.#signature.inHeader(plain, this.#storeTime())
        : this.#signature.inQuery(plain, this.#storeTime(), expiresIn)
    const target = signed.query === '' ? path : `${path}?${signed.query}`
    if (!VALUE.test(target)) return null
    let text = `${method} ${target} HTTP/1.1\r\n`
    for (const name in signed.headers) text += `${name}: ${signed.headers[name]}\r\n`
    return `${text}\r\n`
  }
}
