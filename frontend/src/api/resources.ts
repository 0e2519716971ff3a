import type { ArchiveFormat } from '../../../backend/contract/archives.ts'
import type { ChecksumAlgorithm, FileResource, Resource, Usage } from '../../../backend/contract/resources.ts'
import type { Photo } from '../../../backend/contract/photos.ts'
import { ACTION_HEADER, TRASH_NOTE_HEADER } from '../../../backend/contract/headers.ts'
import { encodePath } from '../lib/paths.ts'
import type { Http } from './http.ts'
import { previewQuery, type PreviewForm } from './previews.ts'

export interface Change {
  action: 'copy' | 'rename'
  /** Decoded, within the person's tree. */
  destination: string
  /** Replace a file, merge a folder. */
  override?: boolean
  /** Take the next free name. */
  rename?: boolean
}

/** Files and folders (api-contract 3 and 4.1). All paths are decoded and without a closing slash. */
export function createResourcesApi(http: Http) {
  const at = (path: string) => `/api/resources${encodePath(path)}`
  return {
    get: (path: string, signal?: AbortSignal) =>
      http.json<Resource>('GET', at(path), signal === undefined ? {} : { signal }),
    checksum: async (path: string, algorithm: ChecksumAlgorithm): Promise<string> => {
      const file = await http.json<FileResource>('GET', at(path), { query: { checksum: algorithm } })
      return file.checksums?.[algorithm] ?? ''
    },
    /** What the camera wrote into a picture; null for nothing. */
    photo: async (path: string, signal: AbortSignal): Promise<Photo | null> => {
      const { photo } = await http.json<FileResource>('GET', at(path), { query: { photo: true }, signal })
      return photo ?? null
    },
    /** Makes a folder and its parents; one that is there stays. */
    async makeFolder(path: string): Promise<void> {
      await http.request('POST', `${at(path)}/`)
    },
    /** Writes a new file; 409 where the name is taken. */
    async create(path: string, body: BodyInit): Promise<void> {
      await http.request('POST', at(path), { body })
    },
    /**
     * Deletes a file or tree; answers the id of its trash note, null on a storage without versions. `action` names what
     * it is a part of.
     */
    async remove(path: string, action?: string): Promise<string | null> {
      const response = await http.request('DELETE', at(path), { headers: namedAction(action) })
      return response.headers.get(TRASH_NOTE_HEADER)
    },
    /**
     * Moves, renames or copies. Answers the id of the operation where the server goes on with it after answering
     * (202, RFC 7240 `respond-async`), null when it has happened.
     */
    async change(
      path: string,
      { action, destination, override, rename }: Change,
      partOf?: string,
    ): Promise<string | null> {
      const response = await http.request('PATCH', at(path), {
        query: { action, destination: encodePath(destination), override, rename },
        headers: { Prefer: 'respond-async', ...namedAction(partOf) },
      })
      return response.status === 202 ? operationOf(response) : null
    },
    usage: (path: string) => http.json<Usage>('GET', `/api/usage${encodePath(path)}`),
    ...resourceUrls(http),
  }
}

/** Addresses of what the browser fetches itself; the cookie speaks for the person. */
function resourceUrls(http: Http) {
  return {
    /**
     * Address of an archive of some of what lies in a folder, or of the folder itself where no names are given. The
     * cookie speaks for the person. Each name is encoded by itself, so that one with a comma is told from two.
     */
    archiveUrl: (folder: string, names: readonly string[], format: ArchiveFormat) =>
      http.url(`/api/raw${encodePath(folder)}`, {
        algo: format,
        ...(names.length === 0 ? {} : { files: names.map(encodeURIComponent).join(',') }),
      }),
    /** Address of a file's bytes; the cookie speaks for the person. `inline` lets the browser show it. */
    rawUrl: (path: string, inline = false) => http.url(`/api/raw${encodePath(path)}`, inline ? { inline: true } : {}),
    /** Address of a picture of a file, in its own shape. */
    previewUrl: (path: string, form: PreviewForm) =>
      http.url(`/api/preview/${form.size}${encodePath(path)}`, previewQuery(form)),
    /** Address of subtitles as WebVTT. */
    subtitleUrl: (path: string) => http.url(`/api/subtitle${encodePath(path)}`, { inline: true }),
  }
}

/** Names what a person does in one go, so that the trash tells it as one action. */
export const namedAction = (action: string | undefined): Record<string, string> =>
  action === undefined ? {} : { [ACTION_HEADER]: action }

/** The operation that a 202 names in `Location` (api-contract 15). */
export function operationOf(response: Response): string | null {
  const location = response.headers.get('Location')
  return location === null ? null : decodeURIComponent(location.slice(location.lastIndexOf('/') + 1))
}
