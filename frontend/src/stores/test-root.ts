// For tests: all stores on a small server inside the test.
import { beginTheRest } from '../lib/first-screen.ts'
import { Http } from '../api/http.ts'
import { createApi } from '../api/index.ts'
import type { FolderViews } from '../../../backend/contract/folder-views.ts'
import type { Item } from '../../../backend/contract/resources.ts'
import type { OperationRecord } from '../../../backend/contract/operations.ts'
import type { PublicSettings } from '../../../backend/contract/settings.ts'
import type { ShareLink } from '../../../backend/contract/shares.ts'
import { PERMISSIONS } from '../../../backend/contract/permission-names.ts'
import type { TokenKeeper } from '../lib/token-keeper.ts'
import { type RootOptions, RootStore } from './RootStore.ts'

// What waits for the first screen may begin.
beginTheRest()

/** Answers a call of the page: `GET /api/resources/a`, its query, and its JSON. */
export type Answer = (call: string, query: URLSearchParams, body: unknown) => Response | Promise<Response>

/** A token like the server's, except for the signature. `exp` in whole seconds. */
export function makeToken(username = 'ann', exp = 4_000_000_000, id = 7): string {
  const perm = Object.fromEntries(PERMISSIONS.map((name) => [name, true]))
  const user = {
    id,
    username,
    locale: 'en',
    viewMode: 'list',
    singleClick: false,
    perm,
    commands: [],
    lockPassword: false,
    hideDotfiles: false,
    dateFormat: false,
  }
  return `e30.${Buffer.from(JSON.stringify({ user, sid: 's', iss: 'nido', iat: 1, exp })).toString('base64url')}.x`
}

export function makeItem(path: string, over: Partial<Item> = {}): Item {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return {
    path,
    name,
    size: 1,
    extension: '',
    modified: '2026-01-01T00:00:00Z',
    mode: 416,
    isDir: false,
    isSymlink: false,
    type: 'blob',
    ...over,
  }
}

export const makeFolderItem = (path: string): Item => makeItem(path, { isDir: true, size: 0, type: '' })

/** The record of a running copy of 10 files. */
export function makeRecord(id: string, over: Partial<OperationRecord> = {}): OperationRecord {
  const state = over.state ?? 'copying'
  return {
    id,
    kind: 'copy',
    source: '/from/a',
    destination: '/to/a',
    isDir: true,
    state,
    itemsDone: 4,
    itemsTotal: 10,
    bytesDone: 500,
    bytesTotal: 1000,
    canCancel: state === 'copying',
    error: null,
    left: 0,
    created: '2026-01-01T00:00:00Z',
    ...over,
  }
}

/** The answer for a folder with these items. */
export function listing(path: string, items: Item[], sorting = { by: 'name', asc: false }): Response {
  return Response.json({ ...makeFolderItem(path), items, numDirs: 0, numFiles: items.length, sorting })
}

export function problem(status: number, code: string): Response {
  return Response.json(
    { status, code, title: code },
    { status, headers: { 'Content-Type': 'application/problem+json' } },
  )
}

export interface TestRoot {
  root: RootStore
  /** The calls so far, with method and path. */
  calls: string[]
  kept: { token: string | null }
  navigated: string[]
}

function memoryStorage(): RootOptions['ui']['storage'] {
  const kept = new Map<string, string>()
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }
}

export function testRoot(
  answer: Answer,
  options: { token?: string | null; settings?: Partial<PublicSettings>; views?: FolderViews['items'] } = {},
): TestRoot {
  const calls: string[] = []
  const kept = { token: options.token === undefined ? makeToken() : options.token }
  const navigated: string[] = []
  const http = new Http('', async (input, init) => {
    const url = new URL(String(input), 'http://nido.test')
    const call = `${init?.method ?? 'GET'} ${decodeURIComponent(url.pathname)}`
    // Requested once beside the first listing. Few tests are about it.
    if (call === 'GET /api/views') return Response.json({ items: options.views ?? [] })
    calls.push(call)
    const { body } = init ?? {}
    return await answer(call, url.searchParams, typeof body === 'string' ? JSON.parse(body) : undefined)
  })
  const keeper: TokenKeeper = { read: () => kept.token, write: (token) => (kept.token = token), watch: () => undefined }
  const settings = {
    NoAuth: false,
    RetentionDays: 30,
    SharedFolder: 'Shared',
    TusSettings: { chunkSize: 1, retryCount: 1 },
    ...options.settings,
  } as PublicSettings
  const root = new RootStore({
    api: createApi(http),
    settings,
    keeper,
    ui: { defaultTheme: '', locale: 'en', languages: ['en'], storage: memoryStorage() },
    navigate: (to) => navigated.push(to),
  })
  root.session.take(kept.token)
  return { root, calls, kept, navigated }
}

/** A link to `/a.txt` of the person, changed in some fields. */
export const makeLink = (hash: string, over: Partial<ShareLink> = {}): ShareLink => ({
  hash,
  path: '/a.txt',
  userID: 7,
  expire: 0,
  kind: 'read',
  isDir: false,
  hasPassword: false,
  created: '2026-01-01T00:00:00Z',
  opened: 0,
  downloads: 0,
  limit: 0,
  lastUsed: null,
  ...over,
})
