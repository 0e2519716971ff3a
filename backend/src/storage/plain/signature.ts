// Signatures of requests (AWS, "Signature Version 4 signing process"), made at once: the signer of the AWS client takes
// several turns of the event loop and four times as long, which a small file or range notices. The tests compare both.
import { createHmac, hash } from 'node:crypto'
import type { S3Settings } from '../s3-clients.ts'

export interface UnsignedRequest {
  method: string
  /** Escaped. */
  path: string
  query: Record<string, string>
  /** By names in lower case, all that the request has. */
  headers: Record<string, string>
  /** The SHA-256 of the body in hexadecimal, or what stands in its place. */
  hash: string
}

export interface SignedRequest {
  /** Escaped, with everything that belongs to the signature; '' for none. */
  query: string
  headers: Record<string, string>
}

const ALGORITHM = 'AWS4-HMAC-SHA256'
/** What proxies may change on the way, as the signer of the AWS client leaves it out. */
const UNSIGNED_HEADERS = new Set(['cache-control', 'connection', 'expect', 'transfer-encoding', 'user-agent'])

/** A name or a value as RFC 3986 wants it, which escapes more than JavaScript does. */
export const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

interface Moment {
  /** As `20261231T235959Z`. */
  time: string
  /** Day, region and service, by which a key is made. */
  scope: string
}

export class Signature {
  readonly #settings: Pick<S3Settings, 'region' | 'accessKey' | 'secretKey'>
  /** The key of a scope, which is that of a day. */
  #key: { scope: string; bytes: Buffer } | null = null

  constructor(settings: Pick<S3Settings, 'region' | 'accessKey' | 'secretKey'>) {
    this.#settings = settings
  }

  /** Signs in a header. The storage accepts it for some minutes around `at`, in ms since 1970. */
  inHeader(request: UnsignedRequest, at: number): SignedRequest {
    const { time, scope } = this.#momentOf(at)
    const headers: Record<string, string> = { ...request.headers, 'x-amz-date': time }
    const names = namesOf(headers)
    const query = queryOf(request.query)
    const signature = this.#sign({ ...request, headers }, { names, query, moment: { time, scope } })
    headers['authorization'] =
      `${ALGORITHM} Credential=${this.#settings.accessKey}/${scope}, ` +
      `SignedHeaders=${names.join(';')}, Signature=${signature}`
    return { query, headers }
  }

  /** Signs in the query: the storage refuses the request `seconds` after `at`, in ms since 1970. */
  inQuery(request: UnsignedRequest, at: number, seconds: number): SignedRequest {
    const moment = this.#momentOf(at)
    const names = namesOf(request.headers)
    const query = queryOf({
      ...request.query,
      'X-Amz-Algorithm': ALGORITHM,
      'X-Amz-Credential': `${this.#settings.accessKey}/${moment.scope}`,
      'X-Amz-Date': moment.time,
      'X-Amz-Expires': String(seconds),
      'X-Amz-SignedHeaders': names.join(';'),
    })
    const signature = this.#sign(request, { names, query, moment })
    return { query: `${query}&X-Amz-Signature=${signature}`, headers: request.headers }
  }

  #momentOf(at: number): Moment {
    const time = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
    return { time, scope: `${time.slice(0, 8)}/${this.#settings.region}/s3/aws4_request` }
  }

  #sign(
    { method, path, headers, hash: bodyHash }: UnsignedRequest,
    { names, query, moment: { time, scope } }: { names: string[]; query: string; moment: Moment },
  ): string {
    const lines = names.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ {2,}/g, ' ')}\n`).join('')
    const canonical = `${method}\n${path}\n${query}\n${lines}\n${names.join(';')}\n${bodyHash}`
    return createHmac('sha256', this.#keyOf(scope))
      .update(`${ALGORITHM}\n${time}\n${scope}\n${hash('sha256', canonical, 'hex')}`)
      .digest('hex')
  }

  #keyOf(scope: string): Buffer {
    if (this.#key?.scope === scope) return this.#key.bytes
    const [day = '', ...others] = scope.split('/')
    const bytes = others.reduce((key, part) => hmac(key, part), hmac(`AWS4${this.#settings.secretKey}`, day))
    this.#key = { scope, bytes }
    return bytes
  }
}

/** The names of the headers that are signed, in order. */
const namesOf = (headers: Record<string, string>): string[] =>
  Object.keys(headers)
    .filter((name) => !UNSIGNED_HEADERS.has(name))
    .sort()

function queryOf(query: Record<string, string>): string {
  const names = Object.keys(query)
  if (names.length === 0) return ''
  return names
    .map((name) => `${escaped(name)}=${escaped(query[name] ?? '')}`)
    .sort()
    .join('&')
}
