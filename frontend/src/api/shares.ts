import type { ShareLink, ShareUnit } from '../../../backend/contract/shares.ts'
import { encodePath } from '../lib/paths.ts'
import type { Http } from './http.ts'

/**
 * The properties of a link. Omitted ones stay as they are, or have no limit. `expires`: digits as text, '' for ever.
 */
export interface LinkOptions {
  password?: string
  expires?: string
  unit?: ShareUnit
  limit?: number
}

/** Links of the household (api-contract 7 and 15). Paths are decoded. */
export function createSharesApi(http: Http) {
  const at = (hash: string) => `/api/share/${encodeURIComponent(hash)}`
  const absolute = (url: string) => new URL(url, location.origin).href
  return {
    /** A person's own links, for an administrator everybody's. `isEnded`: those that can be extended. */
    list: (isEnded: boolean) => http.json<ShareLink[]>('GET', '/api/shares', isEnded ? { query: { ended: true } } : {}),
    of: (path: string) => http.json<ShareLink[]>('GET', `/api/share${encodePath(path)}`),
    create: (path: string, wish: LinkOptions) =>
      http.json<ShareLink>('POST', `/api/share${encodePath(path)}`, { json: wish }),
    change: (hash: string, wish: LinkOptions) => http.json<ShareLink>('PATCH', at(hash), { json: wish }),
    async remove(hash: string): Promise<void> {
      await http.request('DELETE', at(hash))
    },
    /** The addresses to give away: of the guest's page, and of the file itself. */
    pageUrl: (hash: string) => absolute(`${http.baseUrl}/share/${encodeURIComponent(hash)}`),
    downloadUrl: ({ hash, token }: Pick<ShareLink, 'hash' | 'token'>) =>
      absolute(http.url(`/api/public/dl/${encodeURIComponent(hash)}`, { token })),
  }
}
