// Calls that tests of files make all the time, as one person. Paths are plain text here and are encoded on the way out.
import type { FileResource, FolderResource, Usage } from '../../backend/contract/resources.ts'
import { placeOfScope } from '../../backend/src/storage/paths.ts'
import { encodePath, type Client, type RequestOptions } from '../helpers/client.ts'

type Query = Record<string, string>
const queryText = (query: Query): string =>
  Object.keys(query).length === 0
    ? ''
    : `?${Object.entries(query)
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join('&')}`
const resources = (path: string, query: Query = {}) => `/api/resources${encodePath(path)}${queryText(query)}`
const raw = (path: string, query: Query = {}) => `/api/raw${encodePath(path)}${queryText(query)}`
const tus = (path: string, query: Query = {}) => `/api/tus${encodePath(path)}${queryText(query)}`
const TUS = { 'Tus-Resumable': '1.0.0' }

/** The file calls of one person. */
export function filesOf(client: Client) {
  const change = (action: string, from: string, to: string, query: Query = {}, options?: RequestOptions) =>
    client.patch(resources(from, { action, destination: encodePath(to), ...query }), undefined, options)
  return {
    client,
    info: (path: string, query?: Query, options?: RequestOptions) => client.get(resources(path, query), options),
    file: async (path: string) => (await client.get(resources(path))).expect(200).json<FileResource>(),
    folder: async (path: string) => (await client.get(resources(path))).expect(200).json<FolderResource>(),
    names: async (path: string) =>
      (await client.get(resources(path)))
        .expect(200)
        .json<FolderResource>()
        .items.map(({ name }) => name),
    upload: (path: string, body: RequestOptions['body'] = '', query?: Query, options?: RequestOptions) =>
      client.post(resources(path, query), body, options),
    mkdir: (path: string) => client.post(resources(`${path}/`)),
    save: (path: string, body: RequestOptions['body'] = '', options?: RequestOptions) =>
      client.put(resources(path), body, options),
    remove: (path: string) => client.delete(resources(path)),
    raw: (path: string, query?: Query, options?: RequestOptions) => client.get(raw(path, query), options),
    read: async (path: string) => (await client.get(raw(path))).expect(200).text,
    change,
    rename: (from: string, to: string, query?: Query, options?: RequestOptions) =>
      change('rename', from, to, query, options),
    copy: (from: string, to: string, query?: Query, options?: RequestOptions) =>
      change('copy', from, to, query, options),
    usage: async (path: string) => (await client.get(`/api/usage${encodePath(path)}`)).expect(200).json<Usage>(),
    restore: (note: string) => client.post(`/api/trash/${note}/restore`),
    tusBegin: (path: string, length: number | null, query?: Query, headers: Record<string, string> = {}) =>
      client.post(tus(path, query), undefined, {
        headers: { ...TUS, ...(length === null ? {} : { 'Upload-Length': String(length) }), ...headers },
      }),
    tusHead: (path: string) => client.head(tus(path), { headers: TUS }),
    tusPatch: (path: string, offset: number, body: RequestOptions['body'], options: RequestOptions = {}) =>
      client.patch(tus(path), body, {
        ...options,
        headers: {
          ...TUS,
          'Content-Type': 'application/offset+octet-stream',
          'Upload-Offset': String(offset),
          ...options.headers,
        },
      }),
    tusDelete: (path: string, headers: Record<string, string> = {}) =>
      client.delete(tus(path), { headers: { ...TUS, ...headers } }),
    /**
     * Creates files and folders: `{ 'a.txt': 'text', 'folder/': null }`. A repeated test finds what its first try left,
     * and replaces it.
     */
    given: async (tree: Record<string, string | Buffer | null>) => {
      for (const [path, body] of Object.entries(tree)) {
        const made = await client.post(resources(`/${path}`), body ?? undefined)
        if (made.status === 409 && body !== null)
          (await client.post(resources(`/${path}`, { override: 'true' }), body)).expect(200)
        else made.expect(200, 409)
      }
    },
  }
}
export type PersonsFiles = ReturnType<typeof filesOf>

/** The bucket of a person whose scope is a single word. */
export const bucketOf = (prefix: string, { client }: PersonsFiles): string => placeOfScope(prefix, client.scope).bucket
