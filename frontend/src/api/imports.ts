import type { ImportKind } from '../../../backend/contract/import-kinds.ts'
import type {
  ChangeImportBody,
  ImportBody,
  ImportDetails,
  ImportHistoryItem,
  ImportList,
  ImportsStarted,
  ProbeBody,
  TorrentsProgress,
  VideoProbe,
} from '../../../backend/contract/imports.ts'
import type { Http } from './http.ts'

/** What has been imported in the past. */
export interface ImportHistory {
  items: ImportHistoryItem[]
}

/** Where the files of a torrent go, '' for the usual folder, and whether they come from their beginning on. */
export interface TorrentOptions {
  target: string
  inOrder: boolean
}

/** Torrents, videos and links that the server fetches. */
export function createImportsApi(http: Http) {
  const at = (id: string) => `/api/imports/${encodeURIComponent(id)}`
  const act = async (id: string, what: string): Promise<void> => {
    await http.request('POST', `${at(id)}/${what}`)
  }
  return {
    ...createProbesApi(http),
    ...createHistoryApi(http),
    /** The person's own ones of a kind or of all kinds; for administrators also everybody's. */
    list: (query: { kind?: ImportKind; all?: boolean } = {}, signal?: AbortSignal) =>
      http.json<ImportList>('GET', '/api/imports', { query, ...(signal === undefined ? {} : { signal }) }),
    get: (id: string) => http.json<ImportDetails>('GET', at(id)),
    start: (body: ImportBody) => http.json<ImportsStarted>('POST', '/api/imports', { json: body }),
    async startTorrent(file: File, { target, inOrder }: TorrentOptions): Promise<void> {
      const body = new FormData()
      body.set('torrent', file, file.name)
      const query = { ...(target === '' ? {} : { target }), ...(inOrder ? { inOrder } : {}) }
      await http.request('POST', '/api/import-torrent', { body, query })
    },
    pause: (id: string) => act(id, 'pause'),
    /** Continues a paused one, or tries a failed one again. */
    resume: (id: string) => act(id, 'resume'),
    /** Verifies what a torrent has fetched anew. */
    check: (id: string) => act(id, 'check'),
    async change(id: string, body: ChangeImportBody): Promise<void> {
      await http.request('PATCH', at(id), { json: body })
    },
    /** Cancels one that has not ended, and takes one that has from the list. */
    async remove(id: string): Promise<void> {
      await http.request('DELETE', at(id))
    },
    /** Takes all that have ended from the list. */
    async clear(): Promise<void> {
      await http.request('DELETE', '/api/imports')
    },
    /** How far the person's torrents are, by name. */
    torrentProgress: () => http.json<TorrentsProgress>('GET', '/api/torrent-progress'),
    async cancelTorrent(name: string): Promise<void> {
      await http.request('POST', '/api/torrent-cancel', { query: { name } })
    },
    /** Where a film or song of a torrent is played while it comes; `file`: its number. */
    watchUrl: (id: string, file: number) => http.url(`${at(id)}/raw/${file}`),
    pictureUrl: (id: string) => http.url(`${at(id)}/picture`),
  }
}

/** Looks at videos before they are imported. */
function createProbesApi(http: Http) {
  const at = (id: string) => `/api/imports/probe/${encodeURIComponent(id)}`
  return {
    /** Begins a look, which ends the person's earlier ones. */
    probe: (body: ProbeBody) => http.json<VideoProbe>('POST', '/api/imports/probe', { json: body }),
    probed: (id: string) => http.json<VideoProbe>('GET', at(id)),
    probePictureUrl: (id: string) => http.url(`${at(id)}/picture`),
  }
}

const createHistoryApi = (http: Http) => ({
  /** What the person has imported, the latest first. */
  history: () => http.json<ImportHistory>('GET', '/api/import-history'),
  async clearHistory(): Promise<void> {
    await http.request('DELETE', '/api/import-history')
  },
})
