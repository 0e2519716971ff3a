// Calls that tests of links make all the time: as the person who makes one, and as a guest who uses it.
import type { CreateShareBody, ShareLink, SharedResource } from '../../backend/contract/shares.ts'
import type { Answer } from '../helpers/answer.ts'
import { type Client, encodePath, type RequestOptions } from '../helpers/client.ts'
import { soon } from '../helpers/until.ts'

/** What a request may say about a new link. All of it is optional. */
export type Wish = Partial<Record<keyof CreateShareBody, unknown>>

/** The calls of `/api/share` of one person. Paths are plain text here. */
export function linksOf(client: Client) {
  return {
    make: async (path: string, wish: Wish = {}, options?: RequestOptions) =>
      (await client.post(`/api/share${encodePath(path)}`, wish, options)).expect(200).json<ShareLink>(),
    tryMake: (path: string, wish: Wish | string = {}) => client.post(`/api/share${encodePath(path)}`, wish),
    at: async (path: string) => (await client.get(`/api/share${encodePath(path)}`)).expect(200).json<ShareLink[]>(),
    all: async (query = '') => (await client.get(`/api/shares${query}`)).expect(200).json<ShareLink[]>(),
    change: (hash: string, body: object) => client.patch(`/api/share/${hash}`, body),
    remove: (hash: string) => client.delete(`/api/share/${hash}`),
  }
}

export const withPassword = (password: string) => ({ 'X-SHARE-PASSWORD': encodeURIComponent(password) })

/** A guest's calls. The part after the hash is sent as it is. */
export function guestOf(client: Client) {
  return {
    look: (hash: string, below = '', options?: RequestOptions) =>
      client.get(`/api/public/share/${hash}${below}`, options),
    see: async (hash: string, below = '', options?: RequestOptions) =>
      (await client.get(`/api/public/share/${hash}${below}`, options)).expect(200).json<SharedResource>(),
    download: (hash: string, below = '', options?: RequestOptions) =>
      client.get(`/api/public/dl/${hash}${below}`, options),
    subtitle: (hash: string, below = '', options?: RequestOptions) =>
      client.get(`/api/public/subtitle/${hash}${below}`, options),
    preview: (hash: string, below = '', options?: RequestOptions) =>
      client.get(`/api/public/preview/thumb/${hash}${below}`, options),
  }
}

/** Names of a shared folder's items. */
export const namesIn = (shared: SharedResource): string[] =>
  'items' in shared ? shared.items.map(({ name }) => name) : []

/** Asks until the answer reflects a change made on another replica: within a second, or later on a busy machine. */
export async function expectSoon(ask: () => Promise<Answer>, ...statuses: number[]): Promise<void> {
  ;(await soon(ask, ({ status }) => statuses.includes(status))).expect(...statuses)
}
