import type { ArchiveFormat } from '../../../backend/contract/archives.ts'
import type { PreviewSize } from '../../../backend/contract/previews.ts'
import type { ShareLink, SharedResource, ShareUnit } from '../../../backend/contract/shares.ts'
import { SHARE_PASSWORD_HEADER } from '../../../backend/contract/headers.ts'
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

/** What opens a link that has a password. */
export interface Proof {
  password: string
  token: string
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

/** What a guest sees. No call carries the session that this browser may have. */
export function createGuestApi(http: Http) {
  const below = (hash: string, path: string) => `${encodeURIComponent(hash)}${path === '/' ? '' : encodePath(path)}`
  const proved = ({ token }: Pick<Proof, 'token'>) => (token === '' ? {} : { token })
  return {
    get: (hash: string, path: string, { password, token }: Proof, signal: AbortSignal) =>
      http.json<SharedResource>('GET', `/api/public/share/${below(hash, path)}`, {
        query: proved({ token }),
        headers: { [SHARE_PASSWORD_HEADER]: encodeURIComponent(password) },
        signal,
        isGuest: true,
      }),
    async text(path: string): Promise<string> {
      return (await http.request('GET', path, { isGuest: true })).text()
    },
    /** Where a text is read from, below the base path. */
    textPath: (hash: string, path: string, proof: Proof) =>
      http.url(`/api/public/dl/${below(hash, path)}`, { inline: true, ...proved(proof) }).slice(http.baseUrl.length),
    fileUrl: (hash: string, path: string, proof: Proof, isInline = false) =>
      http.url(`/api/public/dl/${below(hash, path)}`, { ...(isInline ? { inline: true } : {}), ...proved(proof) }),
    /** Of a folder, or of some names in it. */
    archiveUrl: (
      hash: string,
      { folder, names, format }: { folder: string; names: readonly string[]; format: ArchiveFormat },
      proof: Proof,
    ) =>
      http.url(`/api/public/dl/${below(hash, folder)}`, {
        algo: format,
        ...(names.length === 0 ? {} : { files: names.map(encodeURIComponent).join(',') }),
        ...proved(proof),
      }),
    previewUrl: (hash: string, { path, size, key }: { path: string; size: PreviewSize; key: string }, proof: Proof) =>
      http.url(`/api/public/preview/${size}/${below(hash, path)}`, {
        inline: true,
        render: true,
        ...(size === 'thumb' ? { fit: 'inside' } : {}),
        key,
        ...proved(proof),
      }),
  }
}
