// A foreign page in a browser, such as that of the reference server: the requests of its scripts, and those of the
// browser for pictures and links.
import { createWire, type Asked, type Told, type Wire } from '../api/wire/wire.ts'

const CHUNK = 'application/offset+octet-stream'

export interface UploadOptions {
  override?: boolean
  /** The size of a chunk in bytes; without it everything is sent at once. */
  chunk?: number
  /** Whether the length is declared at the start, as newer releases do. */
  isDeclared?: boolean
}

/** One open page of a person. Paths are plain text; the page encodes them. */
export class ForeignPage {
  readonly #urls: string[]
  #wire: Wire
  /** The cookie in which the page's script keeps the token. */
  #cookie = ''

  constructor(urls: string[]) {
    this.#urls = urls
    this.#wire = createWire(urls, { token: '', id: 0, username: '' })
  }

  /** Signs in, keeps the token as the page does, and renews it as on every start. */
  async begin(username: string, password: string): Promise<void> {
    const answer = await this.#wire.call('POST /api/login', { body: { username, password, recaptcha: '' } })
    if (answer.status !== 200) throw new Error(`signing in was answered with ${answer.status}`)
    this.#keep(answer.text)
    this.#keep((await this.api('POST /api/renew')).text)
  }

  #keep(token: string): void {
    this.#wire = createWire(this.#urls, { token, id: 0, username: '' })
    this.#cookie = `auth=${token}`
  }

  /** Signs out: the script forgets the token and its cookie without telling the server. */
  end(): void {
    this.#wire = createWire(this.#urls, { token: '', id: 0, username: '' })
    this.#cookie = ''
  }

  /** A call of the page's scripts, with the cookie that the browser adds. */
  api(line: string, asked: Asked = {}): Promise<Told> {
    return this.#wire.call(line, { ...asked, headers: { ...this.#cookies(), ...asked.headers } })
  }

  /** A request of the browser itself: the `src` of a picture or the `href` of a link. */
  src(address: string, method = 'GET'): Promise<Told> {
    return this.#wire.call(`${method} ${address}`, { token: '', headers: this.#cookies() })
  }

  #cookies(): Record<string, string> {
    return this.#cookie === '' ? {} : { Cookie: this.#cookie }
  }

  /** The names in a folder, as a listing shows them now. */
  async names(path: string): Promise<string[]> {
    const { items } = (await this.api(`GET /api/resources${address(path)}`)).json as { items: { name: string }[] }
    return items.map(({ name }) => name)
  }

  /** Uploads by tus: POST, HEAD, then PATCH from the returned offset. Returns the statuses. */
  async upload(path: string, bytes: Buffer, options: UploadOptions = {}): Promise<number[]> {
    const { override = false, chunk = Math.max(1, bytes.length), isDeclared = false } = options
    const line = `/api/tus${address(path)}?override=${override}`
    const declared: Record<string, string> = isDeclared ? { 'Upload-Length': String(bytes.length) } : {}
    const begun = await this.api(`POST ${line}`, { headers: declared })
    if (begun.status !== 201) return [begun.status]
    const head = await this.api(`HEAD ${line}`)
    const statuses = [begun.status, head.status]
    for (let offset = Number(head.headers.get('upload-offset')); offset < bytes.length;) {
      const sent = await this.patch(line, offset, bytes.subarray(offset, offset + chunk))
      statuses.push(sent.status)
      if (sent.status !== 204) break
      offset = Number(sent.headers.get('upload-offset'))
    }
    return statuses
  }

  /** One chunk of an upload. */
  patch(line: string, offset: number, body: Buffer): Promise<Told> {
    const headers = { 'Content-Type': CHUNK, 'Upload-Offset': String(offset) }
    return this.api(`PATCH ${line}`, { headers, body })
  }
}

/** A path as part of an address, with each segment percent-encoded. */
export const address = (path: string): string => path.split('/').map(encodeURIComponent).join('/')
