// The permissions that each call needs, with a request for each that shows it. A test compares this with the reference.
import type { Permission } from '../../../backend/contract/permissions.ts'
import type { RequestOptions } from '../../helpers/client.ts'
import { EVENT } from './calls.ts'

/** In `url`, OLD is a file that may be used up, NEW a name without a file, and HASH somebody else's link. */
export interface Draft extends Pick<RequestOptions, 'body' | 'headers'> {
  url: string
  needs: readonly Permission[]
  /** If it is not refused, it does more damage than this test wants. */
  isHarmful?: boolean
}

const draft = (url: string, needs: readonly Permission[], more: Omit<Draft, 'url' | 'needs'> = {}): Draft => ({
  url,
  needs,
  ...more,
})
const content = (call: string): Draft[] => [
  draft(`/api/${call}`, ['download']),
  draft(`/api/${call}?inline=true`, ['download']),
]
const MAGNET = `magnet:?xt=urn:btih:${'0'.repeat(40)}`
const LENGTH = { headers: { 'Upload-Length': '3' } }
const SHARING: readonly Permission[] = ['share', 'download']

export const NEEDS: Readonly<Record<string, readonly Draft[]>> = {
  'GET /api/resources{/*path}': [draft('/api/resources/a.txt?checksum=sha256', ['download'])],
  'POST /api/resources{/*path}': [
    draft('/api/resources/NEW', ['create'], { body: 'x' }),
    draft('/api/resources/NEW/', ['create']),
    draft('/api/resources/OLD?override=true', ['create', 'modify'], { body: 'x' }),
  ],
  'PUT /api/resources{/*path}': [draft('/api/resources/OLD', ['modify'], { body: 'x' })],
  'PATCH /api/resources{/*path}': [
    draft('/api/resources/OLD?action=rename&destination=%2FNEW', ['rename']),
    draft('/api/resources/OLD?action=copy&destination=%2FNEW', ['create']),
    draft('/api/resources/OLD?action=copy&override=true&destination=%2Fa.svg', ['create', 'modify']),
    draft('/api/resources/OLD?action=rename&override=true&destination=%2Fa.svg', ['rename', 'modify']),
    draft('/api/resources/a.txt?action=restore&version=none', ['modify']),
  ],
  'DELETE /api/resources{/*path}': [draft('/api/resources/OLD', ['delete'])],
  'GET /api/raw{/*path}': [
    ...content('raw/a.txt'),
    draft('/api/raw/?algo=tar', ['download']),
    draft('/api/raw/?files=a.txt', ['download']),
    draft('/api/raw/a.txt?version=null', ['download']),
  ],
  'HEAD /api/raw{/*path}': content('raw/a.txt'),
  'GET /api/preview/:size{/*path}': content('preview/thumb/a.svg'),
  'HEAD /api/preview/:size{/*path}': content('preview/big/a.svg'),
  'GET /api/subtitle{/*path}': content('subtitle/a.srt'),
  'HEAD /api/subtitle{/*path}': content('subtitle/a.srt'),
  'GET /api/archive/entries{/*path}': [draft('/api/archive/entries/a.zip', ['download'])],
  'GET /api/archive/raw{/*path}': [draft('/api/archive/raw/a.zip?entry=a', ['download'])],
  'HEAD /api/archive/raw{/*path}': [draft('/api/archive/raw/a.zip?entry=a', ['download'])],
  'GET /api/roms{/*path}': [draft('/api/roms/a.gb', ['download'])],
  'HEAD /api/roms{/*path}': [draft('/api/roms/a.gb', ['download'])],
  'POST /api/archive/extract{/*path}': [
    draft('/api/archive/extract/a.zip', ['create', 'download'], { body: { to: '/' } }),
  ],
  'POST /api/archive/create{/*path}': [
    draft('/api/archive/create/', ['create', 'download'], {
      body: { name: 'made.zip', format: 'zip', names: ['a.txt'] },
    }),
  ],
  'POST /api/import-torrent': [
    draft('/api/import-torrent', ['importTorrents', 'create'], { headers: { 'Content-Type': 'multipart/form-data' } }),
  ],
  'POST /api/imports': [
    draft('/api/imports', ['importYouTube', 'create'], { body: { links: ['https://example.org/a'] } }),
    draft('/api/imports', ['importTorrents', 'create'], { body: { links: [MAGNET] } }),
  ],
  'POST /api/follows': [
    draft('/api/follows', ['importYouTube', 'create'], { body: { link: 'https://example.org/a', kind: 'video' } }),
  ],
  'POST /api/calendar/events': [draft('/api/calendar/events', ['calendar'], { body: EVENT })],
  'PUT /api/calendar/events/:id': [
    draft('/api/calendar/events/none', ['calendar'], { body: { version: 9, event: EVENT }, isHarmful: true }),
  ],
  'DELETE /api/calendar/events/:id': [draft('/api/calendar/events/none?version=9', ['calendar'], { isHarmful: true })],
  'POST /api/calendar/changes/:id/undo': [draft('/api/calendar/changes/none/undo', ['calendar'])],
  'POST /api/calendar/calendars': [draft('/api/calendar/calendars', ['calendar'], { body: { name: 'Mine', hue: 90 } })],
  'PUT /api/calendar/calendars/:id': [
    draft('/api/calendar/calendars/none', ['calendar'], { body: { name: 'Mine', hue: 90 } }),
  ],
  'DELETE /api/calendar/calendars/:id': [draft('/api/calendar/calendars/none', ['calendar'])],
  'POST /api/calendar/import': [
    draft('/api/calendar/import?calendar=everyone', ['calendar'], { body: 'BEGIN:VCALENDAR' }),
  ],
  'POST /api/calendar/subscriptions': [
    draft('/api/calendar/subscriptions', ['calendar'], { body: { hue: 90, link: 'https://example.org/a.ics' } }),
  ],
  'PUT /api/calendar/subscriptions/:id': [
    draft('/api/calendar/subscriptions/none', ['calendar'], { body: { name: '', hue: 90, isOn: true } }),
  ],
  'DELETE /api/calendar/subscriptions/:id': [draft('/api/calendar/subscriptions/none', ['calendar'])],
  'POST /api/calendar/subscriptions/:id/fetch': [draft('/api/calendar/subscriptions/none/fetch', ['calendar'])],
  'POST /api/imports/probe': [
    draft('/api/imports/probe', ['importYouTube', 'create'], { body: { link: 'https://example.org/a' } }),
  ],
  'POST /api/tus{/*path}': [
    draft('/api/tus/NEW', ['create'], LENGTH),
    draft('/api/tus/a.svg?override=true', ['create', 'modify'], LENGTH),
  ],
  'HEAD /api/tus{/*path}': [draft('/api/tus/NEW', ['create'])],
  'PATCH /api/tus{/*path}': [
    draft('/api/tus/NEW', ['create'], {
      body: 'x',
      headers: { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '0' },
    }),
  ],
  'GET /api/shares': [draft('/api/shares', SHARING)],
  'GET /api/share{/*path}': [draft('/api/share/a.txt', SHARING)],
  'POST /api/share{/*path}': [draft('/api/share/a.txt', SHARING, { body: '{}' })],
  // The link belongs to another person: 403 for everybody.
  'PATCH /api/share{/*path}': [draft('/api/share/HASH', SHARING, { body: '{}', isHarmful: true })],
  'DELETE /api/share{/*path}': [draft('/api/share/HASH', SHARING, { isHarmful: true })],
  'DELETE /api/trash': [draft('/api/trash', ['delete'], { isHarmful: true })],
}

/**
 * Calls whose permission depends on the owner, or is checked on a socket. Their tests are in trash.test.ts,
 * delete.test.ts, replaced.test.ts and shell-attacks.test.ts.
 */
export const ELSEWHERE: readonly string[] = [
  'POST /api/trash/:id/restore',
  'DELETE /api/trash/:id',
  'GET /api/command{/*path}',
]
