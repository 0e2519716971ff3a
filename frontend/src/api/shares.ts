import type { ShareLink, ShareUnit } from '../../../backend/contract/shares.ts'
import { encodePath } from '../lib/paths.ts'
import type { Http } from './http.ts'

/**
 * What a person wants of a link; what is left out stays as it is, or has no bounds. `expires`: a text of digits, '' for
 * ever.
 */
export interface LinkWish {
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
    /** One's own, for an administrator everybody's; `isEnded`: those that can be extended. */
    list: (isEnded: boolean) => http.json<ShareLink[]>('GET', '/api/shares', isEnded ? { query: { ended: true } } : {}),
    of: (path: string) => http.json<ShareLink[]>('GET', `/api/share${encodePath(path)}`),
    create: (path: string, wish: LinkWish) =>
      http.json<ShareLink>('POST', `/api/share${encodePath(path)}`, { json: wish }),
    change: (hash: string, wish: LinkWish) => http.json<ShareLink>('PATCH', at(hash), { json: wish }),
    async remove(hash: string): Promise<void> {
      await http.request('DELETE', at(hash))
    },
    /** The addresses to hand out: of the page for guests, and of the file itself. */
    pageUrl: (hash: string) => absolute(`${http.baseUrl}/share/${encodeURIComponent(hash)}`),
    downloadUrl: ({ hash, token }: Pick<ShareLink, 'hash' | 'token'>) =>
      absolute(http.url(`/api/public/dl/${encodeURIComponent(hash)}`, { token })),
  }
}
