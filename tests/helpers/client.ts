// A small HTTP client over node:http. It sends paths exactly as given, follows no redirects, and alternates between the
// replicas.
import http from 'node:http'
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Permissions } from '../../backend/contract/permissions.ts'
import type { UserRecord } from '../../backend/contract/users.ts'
import { Answer } from './answer.ts'
import { checkDescribed } from './described.ts'
import { payloadOf } from './token.ts'

/** A person to create. */
export type Person = Omit<UserRecord, 'id' | 'perm'> & { password: string; perm: Partial<Permissions> }

/** How to send a request. */
export interface RequestOptions {
  headers?: Record<string, string>
  /** Text and bytes are sent as they are, a stream in chunks, anything else as JSON. */
  body?: string | Buffer | Readable | object
  /** The number of the replica to ask, from 0; otherwise the next one that runs. */
  replica?: number
  /** Aborts the request. */
  signal?: AbortSignal
}

export const PASSWORD = 'A-Household-Pass-7731'
const TIMEOUT_MS = 120_000
// Node's servers close an idle connection after five seconds, so the client closes it earlier.
const agent = new http.Agent({ keepAlive: true, timeout: 3000 })
const turn = { next: 0 }

/** An API process that can be asked. */
export interface Target {
  url: string
  isRunning(): boolean
}

/** Nobody, or a person who is logged in. */
export class Client {
  readonly #targets: readonly Target[]
  token: string
  username = ''
  password = ''
  id = 0
  scope = ''

  constructor(targets: readonly Target[], token = '') {
    this.#targets = targets
    this.token = token
  }

  /** The same replicas, without a token. */
  signedOut(): Client {
    return new Client(this.#targets)
  }

  /**
   * Logs a person in.
   * @throws Error unless the answer is 200
   */
  async signIn(username: string, password: string): Promise<Client> {
    const answer = (await this.signedOut().post('/api/login', { username, password, recaptcha: '' })).expect(200)
    const client = new Client(this.#targets, answer.text)
    const payload = payloadOf(answer.text)
    return Object.assign(client, { username, password, id: payload.user.id })
  }

  /** Signs up a new person and logs in. Sign-up has to be on. */
  async signUp(username: string, password = PASSWORD): Promise<Client> {
    ;(await this.signedOut().post('/api/signup', { username, password })).expect(200)
    return this.signIn(username, password)
  }

  /**
   * Creates a person, as an administrator, and logs in as them. The scope has a unique name. Without the
   * administrator's password, which would be checked, and each check takes the servers long.
   */
  async makePerson(overrides: Partial<Person> = {}): Promise<Client> {
    const name = `person-${randomBytes(5).toString('hex')}`
    const everything = { create: true, rename: true, modify: true, delete: true, share: true, download: true }
    const data = {
      username: name,
      password: PASSWORD,
      scope: `/${name}`,
      locale: 'en',
      viewMode: 'list',
      singleClick: false,
      hideDotfiles: false,
      dateFormat: false,
      lockPassword: false,
      commands: [],
      rules: [],
      sorting: { by: 'name', asc: false },
      ...overrides,
      perm: { ...everything, ...overrides.perm },
    }
    ;(await this.post('/api/users', { what: 'user', which: [], data })).expect(201)
    return Object.assign(await this.signIn(data.username, data.password), { scope: data.scope })
  }

  get(path: string, options?: RequestOptions) {
    return this.send('GET', path, options)
  }
  head(path: string, options?: RequestOptions) {
    return this.send('HEAD', path, options)
  }
  delete(path: string, options?: RequestOptions) {
    return this.send('DELETE', path, options)
  }
  post(path: string, body?: RequestOptions['body'], options?: RequestOptions) {
    return this.send('POST', path, { ...options, body })
  }
  put(path: string, body?: RequestOptions['body'], options?: RequestOptions) {
    return this.send('PUT', path, { ...options, body })
  }
  patch(path: string, body?: RequestOptions['body'], options?: RequestOptions) {
    return this.send('PATCH', path, { ...options, body })
  }

  /**
   * Sends a request, reads the whole answer, and checks it against the reference.
   * @param path below the base path, percent-encoded, sent byte for byte
   * @throws Error if the connection breaks, after two minutes, or if the reference does not describe the answer
   */
  async send(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const response = await this.open(method, path, options)
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk as Buffer)
    const answer = new Answer(`${method} ${path}`, response, Buffer.concat(chunks))
    checkDescribed(method, path, answer)
    return answer
  }

  /** Sends a request and returns the unread answer, for tests that read slowly or not at all. */
  open(
    method: string,
    path: string,
    { body, headers, replica, signal }: RequestOptions = {},
  ): Promise<http.IncomingMessage> {
    const base = this.#choose(replica)
    const isStream = body !== undefined && typeof body === 'object' && 'pipe' in body
    const payload =
      isStream || body === undefined
        ? undefined
        : typeof body === 'string' || Buffer.isBuffer(body)
          ? body
          : JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const request = http.request(
        {
          method,
          hostname: base.hostname,
          port: base.port,
          path: base.pathname.replace(/\/$/, '') + path,
          agent,
          signal,
          timeout: TIMEOUT_MS,
          headers: {
            ...(this.token && { 'X-Auth': this.token }),
            ...(payload !== undefined && { 'Content-Length': String(Buffer.byteLength(payload)) }),
            ...headers,
          },
        },
        resolve,
      )
      request.on('timeout', () =>
        request.destroy(new Error(`${method} ${path}: no answer within ${TIMEOUT_MS / 1000} s`)),
      )
      request.on('error', reject)
      if (isStream) (body as Readable).on('error', (error) => request.destroy(error)).pipe(request)
      else request.end(payload)
    })
  }

  #choose(replica: number | undefined): URL {
    const running = this.#targets.filter((target) => target.isRunning())
    const target = replica === undefined ? running[turn.next++ % running.length] : this.#targets[replica]
    if (!target) throw new Error('no replica runs that could be asked')
    return new URL(target.url)
  }
}

/** '/a b/ü' as a URL path: every segment percent-encoded, slashes kept. */
export const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')
