import type { ArchiveFormat } from '../../../backend/contract/archives.ts'
import { SHARE_PASSWORD_HEADER } from '../../../backend/contract/headers.ts'
import type { SharedResource } from '../../../backend/contract/shares.ts'
import { encodePath } from '../lib/paths.ts'
import type { Http } from './http.ts'
import { previewQuery, type PreviewForm } from './previews.ts'

/** Opens a link that has a password. */
export interface Proof {
  password: string
  token: string
}

/** A guest's calls. None of them carries the session that this browser may have. */
export function createGuestApi(http: Http) {
  // A file that is shared on its own has no path.
  const below = (hash: string, path: string) => `${encodeURIComponent(hash)}${path === '/' ? '' : encodePath(path)}`
  const proved = ({ token }: Pick<Proof, 'token'>) => (token === '' ? {} : { token })
  return {
    get: (hash: string, path: string, { password, token, signal }: Proof & { signal: AbortSignal }) =>
      http.json<SharedResource>('GET', `/api/public/share/${below(hash, path)}`, {
        query: proved({ token }),
        headers: { [SHARE_PASSWORD_HEADER]: encodeURIComponent(password) },
        signal,
        isGuest: true,
      }),
    async text(path: string): Promise<string> {
      return (await http.request('GET', path, { isGuest: true })).text()
    },
    /**
     * Fetches the bytes of a file.
     * @throws ApiError
     */
    async bytes(path: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
      return new Uint8Array(await (await http.request('GET', path, { isGuest: true, signal })).arrayBuffer())
    },
    /** The path of a text's content, below the base path. */
    textPath: (hash: string, path: string, proof: Proof) =>
      http.url(`/api/public/dl/${below(hash, path)}`, { inline: true, ...proved(proof) }).slice(http.baseUrl.length),
    /** `isInline` lets the browser show it. */
    fileUrl: (hash: string, { path, isInline = false }: { path: string; isInline?: boolean }, proof: Proof) =>
      http.url(`/api/public/dl/${below(hash, path)}`, { ...(isInline ? { inline: true } : {}), ...proved(proof) }),
    /** The archive of a folder, or of some names in it. */
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
    /** The address of subtitles as WebVTT. */
    subtitleUrl: (hash: string, path: string, proof: Proof) =>
      http.url(`/api/public/subtitle/${below(hash, path)}`, { inline: true, ...proved(proof) }),
    previewUrl: (hash: string, { path, ...form }: PreviewForm & { path: string }, proof: Proof) =>
      http.url(`/api/public/preview/${form.size}/${below(hash, path)}`, { ...previewQuery(form), ...proved(proof) }),
  }
}
export type GuestApi = ReturnType<typeof createGuestApi>
