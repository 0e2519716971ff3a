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
  /** Use the next free name. */
  rename?: boolean
}

/** Files and folders (api-contract 3 and 4.1). All paths are decoded and have no trailing slash. */
export function createResourcesApi(http: Http) {
  const at = (path: string) => `/api/resources${encodePath(path)}`
  return {
    get: (path: string, signal?: AbortSignal) =>
      http.json<Resource>('GET', at(path), signal === undefined ? {} : { signal }),
    checksum: async (path: string, algorithm: ChecksumAlgorithm): Promise<string> => {
      const file = await http.json<FileResource>('GET', at(path), { query: { checksum: algorithm } })
      return file.checksums?.[algorithm] ?? ''
    },
    /** What the camera recorded in a picture; null if nothing. */
    photo: async (path: string, signal: AbortSignal): Promise<Photo | null> => {
      const { photo } = await http.json<FileResource>('GET', at(path), { query: { photo: true }, signal })
      return photo ?? null
    },
    /** Makes a folder and its parents. An existing folder stays. */
    async makeFolder(path: string): Promise<void> {
      await http.request('POST', `${at(path)}/`)
    },
    /** Writes a new file; 409 if the name is taken. */
    async create(path: string, body: BodyInit): Promise<void> {
      await http.request('POST', at(path), { body })
    },
    /**
     * Deletes a file or tree. Returns the id of its trash note, or null on a storage without versions. `action` names
     * the action that it is part of.
     */
    async remove(path: string, action?: string): Promise<string | null> {
      const response = await http.request('DELETE', at(path), { headers: namedAction(action) })
      return response.headers.get(TRASH_NOTE_HEADER)
    },
    /**
     * Moves, renames or copies. Returns the operation's id if the server continues after answering (202, RFC 7240
     * `respond-async`), or null if it is done.
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

/** Addresses that the browser fetches itself, authenticated by the cookie. */
function resourceUrls(http: Http) {
  return {
    /**
     * The address of an archive of some of a folder's content, or of the whole folder if no names are given. Each name
     * is encoded separately, so that a comma in a name does not split it.
     */
    archiveUrl: (folder: string, names: readonly string[], format: ArchiveFormat) =>
      http.url(`/api/raw${encodePath(folder)}`, {
        algo: format,
        ...(names.length === 0 ? {} : { files: names.map(encodeURIComponent).join(',') }),
      }),
    /** The address of a file's bytes. `inline` lets the browser show it. */
    rawUrl: (path: string, inline = false) => http.url(`/api/raw${encodePath(path)}`, inline ? { inline: true } : {}),
    /** The address of a picture of a file, with its own aspect ratio. */
    previewUrl: (path: string, form: PreviewForm) =>
      http.url(`/api/preview/${form.size}${encodePath(path)}`, previewQuery(form)),
    /** The address of subtitles as WebVTT. */
    subtitleUrl: (path: string) => http.url(`/api/subtitle${encodePath(path)}`, { inline: true }),
  }
}

/** Names the action that a call belongs to, so that the trash shows the action as one. */
export const namedAction = (action: string | undefined): Record<string, string> =>
  action === undefined ? {} : { [ACTION_HEADER]: action }

/** The operation that a 202 names in `Location` (api-contract 15). */
export function operationOf(response: Response): string | null {
  const location = response.headers.get('Location')
  return location === null ? null : decodeURIComponent(location.slice(location.lastIndexOf('/') + 1))
}
