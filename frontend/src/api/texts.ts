import { encodePath } from '../lib/paths.ts'
import { ApiError, type Http } from './http.ts'

/** The calls of the editor: it reads bytes, and saves a file only if nobody else has changed it (api-contract 3). */
export function createTextsApi(http: Http) {
  const at = (path: string) => `/api/resources${encodePath(path)}`
  const raw = (path: string) => `/api/raw${encodePath(path)}`
  return {
    /**
     * A file's bytes and their ETag.
     * @throws ApiError
     */
    async read(path: string, signal?: AbortSignal): Promise<{ bytes: Uint8Array<ArrayBuffer>; tag: string }> {
      const response = await http.request('GET', raw(path), signal === undefined ? {} : { signal })
      if (response.status === 202) throw new ApiError(202, 'downloadDenied', 'the content may not be downloaded')
      return { bytes: new Uint8Array(await response.arrayBuffer()), tag: tagOf(response) }
    },
    /**
     * The current ETag of a file.
     * @throws ApiError `notFound`
     */
    tag: async (path: string): Promise<string> => tagOf(await http.request('HEAD', raw(path))),
    /**
     * Replaces the content of a file that still has this ETag. Returns the new one.
     * @throws ApiError `preconditionFailed` if somebody else has changed it, `notFound`
     */
    save: async (path: string, body: BodyInit, tag: string): Promise<string> =>
      tagOf(await http.request('PUT', at(path), { body, headers: { 'If-Match': tag } })),
    /**
     * Creates a file and returns its ETag.
     * @throws ApiError `conflict` if the name is taken
     */
    create: async (path: string, body: BodyInit): Promise<string> =>
      tagOf(await http.request('POST', at(path), { body })),
  }
}

/** A proxy that compresses responses makes the ETag a weak one (RFC 9110 8.8.1). Conditions need the strong one. */
const tagOf = (response: Response): string => response.headers.get('ETag')?.replace(/^W\//, '') ?? ''

export type TextsApi = ReturnType<typeof createTextsApi>
