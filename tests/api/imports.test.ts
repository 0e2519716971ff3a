// Imports as their person asks for them. No worker runs here, so they all wait.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type {
  ImportDetails,
  ImportList,
  ImportsStarted,
  TorrentsProgress,
  VideoProbe,
} from '../../backend/contract/imports.ts'
import { IMPORT_FIRST_MAX, IMPORTS_MAX, TORRENT_MAX_BYTES } from '../../backend/contract/limits.ts'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import type { Client, Person } from '../helpers/client.ts'
import { useSite, type Site } from '../helpers/nido.ts'
import { formWith, torrentOf } from '../helpers/torrent-files.ts'
import { openSlowly } from './attacks/raw-client.ts'

const HASH = '0123456789abcdef0123456789abcdef01234567'
const MAGNET = `magnet:?xt=urn:btih:${HASH}&dn=A%20film`
const VIDEO = 'https://www.youtube.com/watch?v=abc'
const LINK = 'https://example.org/files/picture.zip'
const IMPORTER: Partial<Person> = { perm: { importTorrents: true, importYouTube: true } }
const TORRENT = torrentOf('Film', { 'a.txt': Buffer.from('hello'), 'b/c.txt': Buffer.from('world') })

let site: Site & { stop(): Promise<void> }
let me: Client
let other: Client
beforeAll(async () => {
  site = await useSite()
  me = await site.makePerson(IMPORTER)
  other = await site.makePerson(IMPORTER)
})
afterAll(() => site.stop())

const send = (client: Client, bytes: Buffer, { field = 'torrent', name = 'film.torrent', query = '' } = {}) => {
  const { body, type } = formWith(field, name, bytes)
  return client.post(`/api/import-torrent${query}`, body, { headers: { 'Content-Type': type } })
}
const add = async (client: Client, bytes = TORRENT) =>
  (await send(client, bytes)).expect(200).json<{ id: string; name: string }>()
const start = async (client: Client, body: object) =>
  (await client.post('/api/imports', body)).expect(200).json<ImportsStarted>()
const listOf = async (client: Client, query = '') =>
  (await client.get(`/api/imports${query}`)).expect(200).json<ImportList>()
const progressOf = async (client: Client) =>
  (await client.get('/api/torrent-progress')).expect(200).json<TorrentsProgress>()

describe('a torrent file', () => {
  it('waits for a worker, and says so everywhere', async () => {
    const { id, name } = await add(me)
    expect(name).toBe('Film')
    const list = await listOf(me)
    expect(list).toMatchObject({ worker: false, missing: [] })
    expect(list.items.find((item) => item.id === id)).toMatchObject({
      kind: 'torrent',
      name: 'Film',
      username: me.username,
      source: 'film.torrent',
      state: 'waiting',
      phase: null,
      progress: 0,
      target: '',
      error: null,
    })
    expect((await progressOf(me))['Film']).toEqual({ name, progress: 0, downloaded: 0, total: 0, done: false })
    ;(await me.post('/api/torrent-cancel?name=Film')).expect(200)
    expect(await progressOf(me)).toEqual({})
    expect((await me.get(`/api/imports/${id}`)).status).toBe(404)
  })

  it('has a name of its own (T09)', async () => {
    const first = await add(other)
    const second = await add(other)
    expect([first.name, second.name]).toEqual(['Film', 'Film(1)'])
    ;(await other.post('/api/torrent-cancel?name=Film')).expect(200)
    expect(Object.keys(await progressOf(other))).toEqual(['Film(1)'])
    ;(await other.delete(`/api/imports/${second.id}`)).expect(204)
  })

  it('is nobody else’s (T08)', async () => {
    const { id } = await add(me)
    expect(await progressOf(other)).toEqual({})
    expect((await other.post('/api/torrent-cancel?name=Film')).status).toBe(404)
    for (const call of ['pause', 'resume', 'check'])
      expect((await other.post(`/api/imports/${id}/${call}`)).status).toBe(404)
    expect((await other.patch(`/api/imports/${id}`, { place: 1 })).status).toBe(404)
    expect((await other.get(`/api/imports/${id}`)).status).toBe(404)
    expect((await other.delete(`/api/imports/${id}`)).status).toBe(404)
    expect((await other.get('/api/imports?all=true')).status).toBe(403)
    const admin = await site.adminClient()
    expect((await listOf(admin, '?all=true')).items.map((item) => item.id)).toContain(id)
    expect((await listOf(admin)).items.map((item) => item.id)).not.toContain(id)
    ;(await admin.delete(`/api/imports/${id}`)).expect(204)
  })

  it('needs the permission, and somebody who is signed in', async () => {
    const guest = await site.makePerson({ perm: { importTorrents: false } })
    expect((await send(guest, TORRENT)).status).toBe(403)
    const reader = await site.makePerson({ perm: { importTorrents: true, create: false } })
    expect((await send(reader, TORRENT)).status).toBe(403)
    expect((await send(site.client(), TORRENT)).status).toBe(401)
    expect((await site.client().get('/api/torrent-progress')).status).toBe(401)
  })

  it('may go to a folder that is there', async () => {
    ;(await me.post('/api/resources/here/')).expect(200)
    ;(await me.post('/api/resources/file.txt', 'x')).expect(200)
    const { id } = (await send(me, TORRENT, { query: '?target=%2Fhere&inOrder=true' }))
      .expect(200)
      .json<{ id: string }>()
    const details = (await me.get(`/api/imports/${id}`)).expect(200).json<ImportDetails>()
    expect(details).toMatchObject({ target: '/here', inOrder: true })
    ;(await me.delete(`/api/imports/${id}`)).expect(204)
    for (const [target, status] of [
      ['/gone', 404],
      ['/file.txt', 409],
      ['/../x\0', 400],
    ] as const)
      expect((await send(me, TORRENT, { query: `?target=${encodeURIComponent(target)}` })).status).toBe(status)
    const kept = await site.makePerson({ ...IMPORTER, rules: [{ regex: false, allow: false, path: '/secret' }] })
    expect((await send(kept, TORRENT, { query: '?target=%2Fsecret' })).status).toBe(403)
  })
})

describe('what is no torrent', () => {
  it.each([
    ['text', Buffer.from('this is no torrent')],
    ['half of one', TORRENT.subarray(0, TORRENT.length / 2)],
    ['100,000 lists in each other (T06)', Buffer.from('l'.repeat(100_000))],
    ['random bytes', randomBytes(5_000)],
  ])('is refused: %s', async (_what, bytes) => {
    expect((await send(me, bytes)).status).toBe(400)
    expect(await progressOf(me)).toEqual({})
  })

  it('is refused if it is too long', async () =>
    expect((await send(me, Buffer.alloc(TORRENT_MAX_BYTES + 100_000))).status).toBe(413))

  it.each([
    ['another field', () => send(me, TORRENT, { field: 'other' })],
    ['another ending', () => send(me, TORRENT, { name: 'film.txt' })],
    ['no form', () => me.post('/api/import-torrent', TORRENT)],
    ['no body', () => me.post('/api/import-torrent')],
    ['a form without an end (T12)', () => partOf((body) => body.subarray(0, -30))],
    ['a field without a name (T12)', () => send(me, TORRENT, { field: '' })],
    ['two files (T12)', () => partOf((body) => Buffer.concat([body.subarray(0, -24), body]))],
    ['a hundred thousand parts (T12)', () => partOf((body) => Buffer.concat([manyParts(100_000), body]))],
    [
      'a boundary that is none',
      () => me.post('/api/import-torrent', TORRENT, { headers: { 'Content-Type': 'multipart/form-data' } }),
    ],
  ])('is refused in the form of the upload: %s', async (_what, ask) => {
    expect((await ask()).status).toBe(400)
    expect(await progressOf(me)).toEqual({})
  })
})

describe('a form', () => {
  it('may have other fields, even with long heads (T12)', async () => {
    const { id } = (await partOf((body) => Buffer.concat([longHead(), body]))).expect(200).json<{ id: string }>()
    const { source } = (await me.get(`/api/imports/${id}`)).expect(200).json<ImportDetails>()
    expect(source).toBe('x.torrent')
    ;(await me.delete(`/api/imports/${id}`)).expect(204)
  })

  it('may break off, and begins nothing (T12)', async () => {
    const { body, type } = formWith('torrent', 'x.torrent', TORRENT)
    const half = await openSlowly(
      site.urls[0] ?? '',
      `POST /api/import-torrent HTTP/1.1\r\nHost: nido\r\nX-Auth: ${me.token}\r\nContent-Type: ${type}\r\n` +
        `Content-Length: ${body.length}\r\n\r\n${body.toString('latin1', 0, body.length / 2)}`,
    )
    half.close()
    expect(await progressOf(me)).toEqual({})
  })
})

const BOUNDARY = '--nido-form-boundary\r\n'
const partOf = (change: (body: Buffer) => Buffer) => {
  const { body, type } = formWith('torrent', '../../x.torrent', TORRENT)
  return me.post('/api/import-torrent', change(body), { headers: { 'Content-Type': type } })
}
const manyParts = (count: number) =>
  Buffer.from(`${BOUNDARY}Content-Disposition: form-data; name="a"\r\n\r\n1\r\n`.repeat(count))
const longHead = () =>
  Buffer.from(`${BOUNDARY}Content-Disposition: form-data; name="a"\r\nX: ${'x'.repeat(64 * 1024)}\r\n\r\n1\r\n`)

/** Other schemes and credentials (Y01), and options of the programs that fetch (Y03). */
const HOSTILE = [
  'file:///etc/passwd',
  'ftp://127.0.0.1/x',
  'gopher://127.0.0.1/x',
  'https://user:word@example.org/',
  '--exec=touch pwned',
  '-o/tmp/x',
  '--config-locations=/tmp',
  '--cookies-from-browser=firefox',
  'a b\nc',
]

describe('links', () => {
  it('become what they are, and what cannot be imported says why (Y01, Y03)', async () => {
    const { items, refused } = await start(me, {
      links: [MAGNET, VIDEO, LINK, LINK, ...HOSTILE, `magnet:?xt=urn:btmh:1220aa`],
      preset: 'mp3',
    })
    expect(items.map(({ kind, name, source, preset }) => [kind, name, source, preset])).toEqual([
      ['torrent', 'A film', MAGNET, null],
      ['video', 'www.youtube.com', VIDEO, 'mp3'],
      ['link', 'picture.zip', LINK, null],
    ])
    expect(refused).toEqual([
      ...HOSTILE.map((link) => ({ link, error: 'badLink' })),
      { link: 'magnet:?xt=urn:btmh:1220aa', error: 'onlyVersion2' },
    ])
    expect((await listOf(me, '?kind=video')).items).toHaveLength(1)
    for (const { id } of items) (await me.delete(`/api/imports/${id}`)).expect(204)
    expect((await listOf(me)).items).toEqual([])
  })

  it('need the permission for their kind', async () => {
    const half = await site.makePerson({ perm: { importTorrents: true, importYouTube: false } })
    const { items, refused } = await start(half, { links: [MAGNET, VIDEO] })
    expect([items.length, refused]).toEqual([1, [{ link: VIDEO, error: 'forbidden' }]])
    expect((await half.post('/api/imports', { links: [VIDEO] })).status).toBe(403)
    expect((await site.client().post('/api/imports', { links: [VIDEO] })).status).toBe(401)
  })

  it('are refused in a body that is none', async () => {
    for (const body of [
      {},
      { links: [] },
      { links: Array(51).fill(LINK) },
      { links: [1] },
      { links: [LINK], kind: 'x' },
    ])
      expect((await me.post('/api/imports', body)).status).toBe(400)
  })

  it('may have a checksum, one link to a file at a time', async () => {
    const checksum = '0'.repeat(40)
    // A link with a checksum is one to a file, whatever site it leads to.
    const { items } = await start(me, { links: [VIDEO, VIDEO], checksum })
    expect(items.map(({ kind }) => kind)).toEqual(['link'])
    for (const { id } of items) (await me.delete(`/api/imports/${id}`)).expect(204)
    for (const body of [
      { links: [LINK], checksum: '' },
      { links: [LINK], checksum: '0'.repeat(41) },
      { links: [LINK], checksum: 'x'.repeat(40) },
      { links: [LINK], checksum, kind: 'video' },
      { links: [MAGNET], checksum },
      { links: [LINK, VIDEO], checksum },
    ])
      expect((await me.post('/api/imports', body)).status).toBe(400)
  })

  it('are limited in number, two hundred of a person, torrents or others (T07)', async () => {
    const busy = await site.makePerson(IMPORTER)
    const torrents = (count: number, from: number) =>
      Array.from(
        { length: count },
        (_, index) => `magnet:?xt=urn:btih:${(from + index).toString(16).padStart(40, '0')}`,
      )
    for (let from = 0; from < IMPORTS_MAX; from += 50) await start(busy, { links: torrents(50, from) })
    expect(Object.keys(await progressOf(busy))).toHaveLength(200)
    expect((await busy.post('/api/imports', { links: [LINK] })).status).toBe(409)
    expect((await send(busy, TORRENT)).status).toBe(409)
    await mapParallel((await listOf(busy)).items, 4, async ({ id }) =>
      (await busy.delete(`/api/imports/${id}`)).expect(204),
    )
  })
})

describe('the history', () => {
  it('is empty at first, each person’s own, and can be forgotten', async () => {
    expect((await me.get('/api/import-history')).expect(200).json()).toEqual({ items: [] })
    ;(await me.delete('/api/import-history')).expect(204)
    expect((await site.client().get('/api/import-history')).status).toBe(401)
  })
})

describe('an import that waits', () => {
  it('can be paused, continued and moved in the queue', async () => {
    const queue = await site.makePerson(IMPORTER)
    const { items } = await start(queue, { links: [MAGNET, VIDEO, LINK] })
    const [magnet, video, link] = items as [ImportList['items'][0], ImportList['items'][0], ImportList['items'][0]]
    const order = async () => (await listOf(queue)).items.map((item) => item.kind)
    expect(await order()).toEqual(['torrent', 'video', 'link'])
    ;(await queue.patch(`/api/imports/${link.id}`, { place: magnet.place - 1 })).expect(200)
    expect(await order()).toEqual(['link', 'torrent', 'video'])
    ;(await queue.post(`/api/imports/${video.id}/pause`)).expect(204)
    expect((await listOf(queue, '?kind=video')).items[0]?.state).toBe('paused')
    expect((await queue.post(`/api/imports/${video.id}/pause`)).status).toBe(409)
    ;(await queue.post(`/api/imports/${video.id}/resume`)).expect(204)
    expect((await queue.post(`/api/imports/${video.id}/resume`)).status).toBe(409)
    ;(await queue.patch(`/api/imports/${magnet.id}`, { wanted: [0, 2], trackers: [], inOrder: true })).expect(200)
    ;(await queue.patch(`/api/imports/${magnet.id}`, { first: [2, 0] })).expect(200)
    expect((await queue.get(`/api/imports/${magnet.id}`)).json<ImportDetails>()).toMatchObject({
      first: [2, 0],
      inOrder: true,
      contents: [],
    })
    for (const body of [{ wanted: [] }, { first: [-1] }, { first: Array(IMPORT_FIRST_MAX + 1).fill(0) }, {}])
      expect((await queue.patch(`/api/imports/${magnet.id}`, body)).status).toBe(400)
    expect((await queue.patch(`/api/imports/${link.id}`, { wanted: [0] })).status).toBe(400)
    expect((await queue.patch(`/api/imports/${link.id}`, { place: 'x' })).status).toBe(400)
    expect((await queue.get(`/api/imports/${video.id}/picture`)).status).toBe(404)
    expect((await queue.post(`/api/imports/${link.id}/check`)).status).toBe(400)
    ;(await queue.post(`/api/imports/${magnet.id}/check`)).expect(204)
    ;(await queue.post(`/api/imports/${magnet.id}/pause`)).expect(204)
    ;(await queue.post(`/api/imports/${magnet.id}/check`)).expect(204)
    expect((await listOf(queue, '?kind=torrent')).items[0]?.state).toBe('waiting')
    expect((await site.client().post(`/api/imports/${magnet.id}/check`)).status).toBe(401)
    ;(await queue.delete('/api/imports')).expect(204)
    expect(await order()).toHaveLength(3)
  })
})

describe('a look at a video', () => {
  const probe = (client: Client, body: object = { link: VIDEO }) => client.post('/api/imports/probe', body)

  it('waits for a worker, is the person’s own, and ends the one before it', async () => {
    const first = (await probe(me)).expect(200).json<VideoProbe>()
    expect(first).toMatchObject({ state: 'waiting', error: null, found: null })
    expect((await me.get(`/api/imports/probe/${first.id}`)).expect(200).json()).toEqual(first)
    expect((await me.get(`/api/imports/probe/${first.id}/picture`)).status).toBe(404)
    expect((await other.get(`/api/imports/probe/${first.id}`)).status).toBe(404)
    expect((await other.get(`/api/imports/probe/${first.id}/picture`)).status).toBe(404)
    expect((await site.client().get(`/api/imports/probe/${first.id}`)).status).toBe(401)
    // It is no import.
    expect((await me.get(`/api/imports/${first.id}`)).status).toBe(404)
    expect((await listOf(me)).items).toEqual([])
    const second = (await probe(me, { link: LINK, entries: true })).expect(200).json<VideoProbe>()
    expect((await me.get(`/api/imports/probe/${first.id}`)).status).toBe(404)
    expect((await me.get(`/api/imports/probe/${second.id}`)).status).toBe(200)
  })

  it('needs the permission, and a link to a page', async () => {
    const half = await site.makePerson({ perm: { importTorrents: true, importYouTube: false } })
    expect((await probe(half)).status).toBe(403)
    expect((await probe(site.client())).status).toBe(401)
    for (const link of [MAGNET, 'file:///etc/passwd', 'https://me:secret@example.org/', 'x', ''])
      expect((await probe(me, { link })).status).toBe(400)
    for (const body of [{}, { link: 1 }, { link: VIDEO, entries: 'x' }])
      expect((await probe(me, body)).status).toBe(400)
  })

  it('is refused where too many have been begun and none has ended', async () => {
    const busy = await site.makePerson(IMPORTER)
    const statuses: number[] = []
    for (let count = 0; count < 6; count += 1) statuses.push((await probe(busy)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('what is wanted of a video', () => {
  it('is a part of it, or some entries of a list', async () => {
    const { items } = await start(me, { links: [VIDEO], clip: { from: 5, to: null }, again: true })
    const list = await start(me, { links: [`${VIDEO}&list=x`], chosen: ['0123abcd'] })
    for (const { id } of [...items, ...list.items]) (await me.delete(`/api/imports/${id}`)).expect(204)
    for (const how of [
      { clip: { from: 5, to: 5 } },
      { clip: { from: -1, to: 5 } },
      { clip: { from: 0, to: 10 ** 6 } },
      { clip: { from: 0, to: 5 }, entries: true },
      { clip: 'x' },
      { chosen: [] },
      { chosen: ['../../x'] },
      { chosen: ['0123abcd'], links: [VIDEO, LINK] },
    ])
      expect([how, (await me.post('/api/imports', { links: [VIDEO], ...how })).status]).toEqual([how, 400])
  })
})
