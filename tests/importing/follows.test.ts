// Followed feeds: asked for by the API, looked into by a worker, on a site of this machine.
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { FEED_MAX_BYTES, FEED_NEW_MAX } from '../../backend/contract/limits.ts'
import type { FollowList, FollowRecord } from '../../backend/contract/follows.ts'
import type { ImportList } from '../../backend/contract/imports.ts'
import type { FolderResource } from '../../backend/contract/resources.ts'
import type { Client } from '../helpers/client.ts'
import { type Nido, type NidoProcess, startNido } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { torrentOf } from '../helpers/torrent-files.ts'
import { happens, soon } from '../helpers/until.ts'
import { endless, type MediaSite, type Page, startMediaSite } from './media-site.ts'

const WITHIN_MS = 120_000
/** Private, and not among the addresses that the test allows. */
const INSIDE = 'http://127.0.0.2/feed'

let nido: Nido
let site: MediaSite
let s3: PlainS3
let me: Client
let worker: NidoProcess
let count = 0
let entries: string[] = []
let at = ''

beforeAll(async () => {
  site = await startMediaSite()
  nido = await startNido({ replicas: 1, settings: { IMPORT_PRIVATE_ADDRESSES: '127.0.0.1' } })
  s3 = openS3(nido.servers)
  worker = await nido.addWorker()
  me = await nido.makePerson({ perm: { importYouTube: true, importTorrents: true } })
  for (const letter of 'abcdefgh') site.pages.set(`/${letter}.mp3`, { body: `sound of ${letter}` })
}, WITHIN_MS)
afterAll(async () => {
  await nido.stop()
  await site.stop()
  s3.close()
})
beforeEach(() => {
  count += 1
  entries = []
  at = `/feed-${count}`
  site.pages.set(at, { type: 'application/rss+xml', body: '' })
})

// A torrent that nobody has would keep its place for half an hour.
afterEach(async () => {
  const admin = await nido.adminClient()
  const { items } = (await admin.get('/api/imports?all=true')).expect(200).json<ImportList>()
  for (const { id } of items) (await admin.delete(`/api/imports/${id}`)).expect(204)
})

const item = (id: string, link = `${site.url}/${id}.mp3`) =>
  `<item><title>Part ${id}</title><guid>${id}</guid><enclosure url="${link}" type="audio/mpeg"/></item>`
const rss = (items: readonly string[]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Podcast ${count}</title>${items.join('')}</channel></rss>`

/** Publishes entries, before those that are there. */
function publish(items: readonly string[], headers: Record<string, string> = {}, path = at): void {
  entries = [...items, ...entries]
  site.pages.set(path, {
    type: 'application/rss+xml',
    body: rss(entries),
    headers: { etag: `"${entries.length}"`, ...headers },
  })
}
const serve = (page: Page, path = at) => void site.pages.set(path, page)

const follow = async (how: object = {}, client = me, link = site.url + at) =>
  (await client.post('/api/follows', { link, ...how })).expect(200).json<FollowRecord>()
async function recordOf(id: string, client = me): Promise<FollowRecord> {
  const { items } = (await client.get('/api/follows')).expect(200).json<FollowList>()
  const found = items.find((one) => one.id === id)
  if (found === undefined) throw new Error('it is not followed')
  return found
}
/** Until a look has ended that had not when the last one was `before`. */
const looked = (id: string, before: string | null = null, client = me) =>
  soon(
    () => recordOf(id, client),
    ({ lastLook, state }) => lastLook !== null && lastLook !== before && state !== 'looking',
    WITHIN_MS,
  )
async function lookAgain(id: string, client = me): Promise<FollowRecord> {
  const { lastLook } = await recordOf(id, client)
  ;(await client.post(`/api/follows/${id}/look`)).expect(204)
  return looked(id, lastLook, client)
}
const importsFrom = async (title = `Podcast ${count}`, client = me) =>
  (await client.get('/api/imports')).json<ImportList>().items.filter(({ from }) => from === title)
const arrives = (path: string, client = me) =>
  happens(async () => (await client.get(`/api/resources${path}`)).status === 200, path, WITHIN_MS)

describe('a followed feed', () => {
  it('brings nothing old, then what is new, and says where it came from', async () => {
    publish([item('a'), item('b')])
    ;(await me.post('/api/resources/podcasts/')).expect(200)
    const { id } = await follow({ target: '/podcasts' })
    expect(await looked(id)).toMatchObject({ title: `Podcast ${count}`, started: 0, state: 'waiting', error: null })
    expect(await importsFrom()).toEqual([])
    publish([item('c')])
    expect(await lookAgain(id)).toMatchObject({ started: 1, nextLook: expect.any(String) })
    await arrives('/podcasts/c.mp3')
    expect(await importsFrom()).toMatchObject([{ kind: 'link', target: '/podcasts', source: `${site.url}/c.mp3` }])
    expect((await lookAgain(id)).started).toBe(1)
    ;(await me.delete(`/api/follows/${id}`)).expect(204)
    await happens(async () => (await s3.list(`${nido.bucketPrefix}system`, `imports/${id}/`)).length === 0, 'an end')
  })

  it('is not sent again while it is the same, and is followed where it moves to', async () => {
    publish([item('a')], { 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' })
    const { id } = await follow()
    await looked(id)
    const asked: unknown[] = []
    serve((request, response) => {
      asked.push([request.headers['if-none-match'], request.headers['if-modified-since']])
      response.writeHead(304).end()
    })
    expect(await lookAgain(id)).toMatchObject({ state: 'waiting', error: null })
    expect(asked).toEqual([['"1"', 'Thu, 01 Jan 2026 00:00:00 GMT']])
    serve((_, response) => response.writeHead(301, { location: `${site.url}/new-home` }).end())
    publish([item('d')], {}, '/new-home')
    expect((await lookAgain(id)).started).toBe(1)
    site.seen.length = 0
    await lookAgain(id)
    expect(site.seen.map(({ path }) => path)).toContain('/new-home')
    expect(site.seen.map(({ path }) => path)).not.toContain(at)
    // Where it is gone, it is looked for at its first address again.
    site.pages.delete('/new-home')
    expect(await lookAgain(id)).toMatchObject({ state: 'waiting', error: { code: 'gone' } })
    publish([item('e')])
    expect(await lookAgain(id)).toMatchObject({ started: 2, error: null })
  })

  it('may bring what is there already, some at a time, with torrents and magnet links', async () => {
    const person = await nido.makePerson({ perm: { importYouTube: true, importTorrents: true } })
    const many = Array.from({ length: FEED_NEW_MAX }, (_, at) => item(`old${at}`, `${site.url}/none/${at}.mp3`))
    serve(
      { body: torrentOf('Film', { 'a.txt': Buffer.from('hello') }), type: 'application/x-bittorrent' },
      '/x.torrent',
    )
    const hash = '0123456789abcdef0123456789abcdef01234567'
    publish([item('t', `${site.url}/x.torrent`), item('m', `magnet:?xt=urn:btih:${hash}&amp;dn=A`), ...many])
    const { id } = await follow({ old: true }, person)
    expect(await looked(id, null, person)).toMatchObject({ started: FEED_NEW_MAX, state: 'waiting' })
    expect((await lookAgain(id, person)).started).toBe(FEED_NEW_MAX + 2)
    const title = `Podcast ${count}`
    const torrents = async () => (await importsFrom(title, person)).filter(({ kind }) => kind === 'torrent')
    await happens(async () => (await torrents()).length === 2, 'both torrents', WITHIN_MS)
  })

  it('of 10,000 entries is read, and what is new in it is found', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => item(`n${index}`))
    publish(many)
    const { id } = await follow()
    expect(await looked(id)).toMatchObject({ started: 0, error: null })
    publish([item('f')])
    expect((await lookAgain(id)).started).toBe(1)
  })

  it('with entities in each other is read without them', async () => {
    serve({ body: `<!DOCTYPE r [${bomb()}]>${rss([item('&a29;')])}` })
    const { id } = await follow({ old: true })
    expect((await looked(id)).title).toBe(`Podcast ${count}`)
    expect(worker.isRunning()).toBe(true)
  })

  it('may be named by a page', async () => {
    publish([item('a')])
    serve(
      { type: 'text/html', body: `<head><link rel="alternate" type="application/rss+xml" href="${at}"></head>` },
      '/channel',
    )
    const { id } = await follow({}, me, `${site.url}/channel`)
    expect(await looked(id)).toMatchObject({ title: `Podcast ${count}`, link: `${site.url}/channel` })
    publish([item('g')])
    expect((await lookAgain(id)).started).toBe(1)
  })
})

describe('a feed that fails', () => {
  it('is looked into later and later', async () => {
    publish([item('a')])
    const { id } = await follow()
    await looked(id)
    serve((_, response) => response.writeHead(503).end())
    const pauses: number[] = []
    for (let tries = 0; tries < 3; tries += 1) {
      const { nextLook, lastLook, error } = await lookAgain(id)
      expect(error?.code).toBe('unreachable')
      pauses.push(Math.round((Date.parse(nextLook ?? '') - Date.parse(lastLook ?? '')) / 3_600_000))
    }
    expect(pauses).toEqual([1, 2, 4])
    publish([item('b')])
    expect(await lookAgain(id)).toMatchObject({ error: null, started: 1 })
  })

  it.each<[string, string, () => void, string?]>([
    ['a page', 'badFeed', () => serve({ type: 'text/html', body: '<html>hello</html>' })],
    ['more bytes than allowed', 'tooLarge', () => serve({ body: Buffer.alloc(FEED_MAX_BYTES + 1, ' ') })],
    ['bytes without end', 'tooLarge', () => serve(endless({}))],
    ['as many elements as fit', 'badFeed', () => serve({ body: '<rss><channel>'.padEnd(FEED_MAX_BYTES, '<a>') })],
    [
      'a redirect into the house',
      'privateAddress',
      () => serve((_, res) => void res.writeHead(302, { location: INSIDE }).end()),
    ],
    ['an address of the house', 'privateAddress', () => undefined, INSIDE],
  ])('says why: %s', async (_what, code, prepare, link = site.url + at) => {
    prepare()
    const { id } = await follow({}, me, link)
    expect((await looked(id)).error?.code).toBe(code)
    expect(worker.isRunning()).toBe(true)
    ;(await me.delete(`/api/follows/${id}`)).expect(204)
  })

  it('stops when its person may no longer import, or its folder is gone', async () => {
    const person = await nido.makePerson({ perm: { importYouTube: true } })
    ;(await person.post('/api/resources/here/')).expect(200)
    publish([item('a')])
    const { id } = await follow({ target: '/here' }, person)
    await looked(id, null, person)
    ;(await person.delete('/api/resources/here')).expect(204)
    expect(await lookAgain(id, person)).toMatchObject({ state: 'stopped', error: { code: 'noFolder' } })
    ;(await person.post('/api/resources/here/')).expect(200)
    expect(await lookAgain(id, person)).toMatchObject({ state: 'waiting', error: null })
    const admin = await nido.adminClient()
    await admin.put(`/api/users/${person.id}`, {
      what: 'user',
      which: ['perm'],
      data: { id: person.id, perm: { create: true, importYouTube: false } },
    })
    expect(await lookAgain(id, person)).toMatchObject({
      state: 'stopped',
      error: { code: 'forbidden' },
      nextLook: null,
    })
  })
})

describe('a watched folder', () => {
  const put = async (path: string, body: Buffer | string) => (await me.post(`/api/resources${path}`, body)).expect(200)
  const namesIn = async (path: string) =>
    (await me.get(`/api/resources${path}`)).json<FolderResource>().items.map(({ name }) => name)

  it('imports what is put there once, and moves it away', async () => {
    const torrent = torrentOf('Watched', { 'a.txt': Buffer.from('hello') })
    await put('/watch/', '')
    await put('/watch/a.url', `[InternetShortcut]\r\nURL=${site.url}/h.mp3\r\n`)
    await put('/watch/b.torrent', torrent)
    await put('/watch/bad.torrent', 'this is no torrent')
    await put('/watch/notes.txt', 'hello')
    const { id } = await follow({ kind: 'folder' }, me, '/watch')
    expect(await looked(id)).toMatchObject({
      title: 'watch',
      kind: 'folder',
      state: 'waiting',
      started: 2,
      error: { code: 'badTorrent', detail: 'bad.torrent' },
    })
    expect((await namesIn('/watch')).toSorted()).toEqual(['done', 'failed', 'notes.txt'])
    expect((await namesIn('/watch/done')).toSorted()).toEqual(['a.url', 'b.torrent'])
    expect(await namesIn('/watch/failed')).toEqual(['bad.torrent'])
    const begun = await importsFrom('/watch')
    expect(begun.map(({ kind, source }) => [kind, source]).toSorted()).toEqual([
      ['link', `${site.url}/h.mp3`],
      ['torrent', 'b.torrent'],
    ])
    await arrives('/Downloads/h.mp3')
    // Another one of the same name is another import.
    await put('/watch/b.torrent', torrentOf('Other', { 'b.txt': Buffer.from('world') }))
    expect(await lookAgain(id)).toMatchObject({ started: 3, error: null })
    expect((await namesIn('/watch/done')).toSorted()).toEqual(['a.url', 'b(1).torrent', 'b.torrent'])
    ;(await me.delete('/api/resources/watch')).expect(204)
    expect(await lookAgain(id)).toMatchObject({ state: 'stopped', error: { code: 'noFolder' } })
    ;(await me.delete(`/api/follows/${id}`)).expect(204)
  })
})

describe('a watched folder of all', () => {
  const watched = '/Shared/watch-all'
  const shortcutTo = (link: string) => `[InternetShortcut]\r\nURL=${link}\r\n`
  const put = async (client: Client, path: string, body: Buffer | string) =>
    (await client.post(`/api/resources${path}`, body)).expect(200)
  const namesIn = async (path: string) =>
    (await me.get(`/api/resources${path}`)).json<FolderResource>().items.map(({ name }) => name)

  it('imports with the rights of who has put something there, and says where nobody knows', async () => {
    const link = shortcutTo(`${site.url}/a.mp3`)
    const [importer, reader] = [
      await nido.makePerson({ perm: { importYouTube: true, importTorrents: true } }),
      await nido.makePerson(),
    ]
    await put(me, `${watched}/`, '')
    await put(importer, `${watched}/theirs.url`, link)
    await put(importer, `/moved.torrent`, torrentOf('Moved', { 'a.txt': Buffer.from('hello') }))
    const to = encodeURIComponent(`${watched}/moved.torrent`)
    ;(await importer.patch(`/api/resources/moved.torrent?action=rename&destination=${to}`)).expect(200)
    const { id } = await follow({ kind: 'folder' }, me, watched)
    expect(await looked(id)).toMatchObject({ started: 2, error: null, state: 'waiting' })
    expect((await importsFrom(watched, importer)).map(({ kind, username }) => [kind, username]).toSorted()).toEqual([
      ['link', importer.username],
      ['torrent', importer.username],
    ])
    expect(await importsFrom(watched)).toEqual([])
    await arrives('/Downloads/a.mp3', importer)
    expect((await namesIn(`${watched}/done`)).toSorted()).toEqual(['moved.torrent', 'theirs.url'])

    // Somebody may put files there, and import nothing.
    await put(reader, `${watched}/no-right.url`, link)
    expect((await lookAgain(id)).error).toEqual({ code: 'forbidden', detail: 'no-right.url' })
    // What another tool has put there is nobody's, even with metadata of a file that was somebody's elsewhere.
    const bucket = `${nido.bucketPrefix}shared`
    const told = await s3.head(bucket, 'watch-all/done/theirs.url')
    expect(told.Metadata?.['nido-by']).toMatch(new RegExp(`^${me.id}\\.`))
    for (const [Key, Metadata] of [
      ['watch-all/plain.url', {}],
      ['watch-all/told.url', told.Metadata ?? {}],
    ] as const)
      await s3.client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: link, Metadata }))
    expect((await lookAgain(id)).error).toMatchObject({ code: 'unknownPerson', detail: expect.any(String) })
    expect((await namesIn(`${watched}/failed`)).toSorted()).toEqual(['no-right.url', 'plain.url', 'told.url'])
    expect((await recordOf(id)).started).toBe(2)
    ;(await me.delete(`/api/follows/${id}`)).expect(204)
  })
})

/** Each entity is ten times the one before. */
const bomb = () =>
  Array.from(
    { length: 30 },
    (_, index) => `<!ENTITY a${index} "${index === 0 ? 'a' : `&a${index - 1};`.repeat(10)}">`,
  ).join('')
