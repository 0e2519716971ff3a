import { encodePath } from '../lib/paths.ts'
import { ApiError, type Http } from './http.ts'

/** What the editor asks of files: their bytes, and changes of those that nobody else has changed (api-contract 3). */
export function createTextsApi(http: Http) {
  const at = (path: string) => `/api/resources${encodePath(path)}`
  const raw = (path: string) => `/api/raw${encodePath(path)}`
  return {
    /** A file's bytes, and the ETag that they have. @throws ApiError */
    async read(path: string, signal?: AbortSignal): Promise<{ bytes: Uint8Array<ArrayBuffer>; tag: string }> {
      const response = await http.request('GET', raw(path), signal === undefined ? {} : { signal })
      if (response.status === 202) throw new ApiError(202, 'downloadDenied', 'the content may not be downloaded')
      return { bytes: new Uint8Array(await response.arrayBuffer()), tag: tagOf(response) }
    },
    /** The ETag that a file has now. @throws ApiError `notFound` */
    tag: async (path: string): Promise<string> => tagOf(await http.request('HEAD', raw(path))),
    /**
     * Replaces what a file holds if it has that ETag still, and answers the new one.
     * @throws ApiError `preconditionFailed` where somebody else has changed it, `notFound`
     */
    save: async (path: string, body: BodyInit, tag: string): Promise<string> =>
      tagOf(await http.request('PUT', at(path), { body, headers: { 'If-Match': tag } })),
    /** Writes a new file and answers its ETag. @throws ApiError `conflict` where the name is taken */
    create: async (path: string, body: BodyInit): Promise<string> =>
      tagOf(await http.request('POST', at(path), { body })),
  }
}

/** A proxy that compresses what it passes on weakens the ETag (RFC 9110 8.8.1); conditions need the strong one. */
const tagOf = (response: Response): string => response.headers.get('ETag')?.replace(/^W\//, '') ?? ''

export type TextsApi = ReturnType<typeof createTextsApi>
