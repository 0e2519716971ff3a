// A client that knows nothing but the contract: plain `fetch`, with answers read as they are. It alternates between the
// replicas.
import { randomBytes } from 'node:crypto'
import type { Client, Person } from '../../helpers/client.ts'
import { useSite, type Site } from '../../helpers/nido.ts'

/** An answer, read completely. */
export interface Told {
  status: number
  headers: Headers
  bytes: Buffer
  text: string
  json: Record<string, unknown>
}

export interface Asked {
  headers?: Record<string, string>
  body?: string | Buffer | object
  /** A token to use instead of one's own; '' for none. */
  token?: string
}

/** The calls of a client with a token, or without one. */
export interface Wire {
  token: string
  id: number
  username: string
  /** Sends a call, such as `GET /api/users`. Objects are sent as JSON. */
  call(line: string, asked?: Asked): Promise<Told>
  /** Sends a call and returns only its status. */
  status(line: string, asked?: Asked): Promise<number>
}

/** The site of the test run, and people on it. */
export interface World {
  site: Site
  stop(): Promise<void>
  nobody: Wire
  admin(): Promise<Wire>
  person(overrides?: Partial<Person>): Promise<Wire>
}

export async function openWorld(): Promise<World> {
  const site = await useSite()
  const wireOf = (client: Pick<Client, 'token' | 'id' | 'username'>) => createWire(site.urls, client)
  return {
    site,
    stop: site.stop,
    nobody: wireOf({ token: '', id: 0, username: '' }),
    admin: async () => wireOf(await site.adminClient()),
    person: async (overrides) => wireOf(await site.makePerson(overrides)),
  }
}

/** The calls of a client with a token. `urls`: base URLs of the replicas. */
export function createWire(urls: string[], { token, id, username }: Pick<Client, 'token' | 'id' | 'username'>): Wire {
  let turn = 0
  async function call(line: string, asked: Asked = {}): Promise<Told> {
    const [method = '', path = ''] = line.split(' ')
    const sent = asked.token ?? token
    const body =
      asked.body === undefined || typeof asked.body === 'string'
        ? asked.body
        : Buffer.isBuffer(asked.body)
          ? new Uint8Array(asked.body)
          : JSON.stringify(asked.body)
    const answer = await fetch(`${urls[turn++ % urls.length] ?? ''}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(sent && { 'X-Auth': sent }), ...asked.headers },
      body,
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    return {
      status: answer.status,
      headers: answer.headers,
      bytes,
      get text() {
        return bytes.toString('utf8')
      },
      get json() {
        return JSON.parse(bytes.toString('utf8')) as Record<string, unknown>
      },
    }
  }
  return { token, id, username, call, status: async (line, asked) => (await call(line, asked)).status }
}

/** A name that no other test has. */
export const freshName = (start = 'd'): string => `${start}${randomBytes(4).toString('hex')}`

/** A path as a query value: encoded as a path, and once more as a value. */
export const twice = (path: string): string => encodeURIComponent(path.split('/').map(encodeURIComponent).join('/'))

export const JSON_TYPE = 'application/json; charset=utf-8'
export const TEXT_TYPE = 'text/plain; charset=utf-8'
