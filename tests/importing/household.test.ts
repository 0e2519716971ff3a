// Videos and links as a person imports them: asked for by the API, carried out by a worker, found in the bucket.
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { ListPartsCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type {
  ImportDetails,
  ImportList,
  ImportRecord,
  ImportsStarted,
  VideoProbe,
} from '../../backend/contract/imports.ts'
import { DEFAULT_IMPORTS } from '../../backend/contract/import-settings.ts'
import { IMPORT_LINKS_MAX } from '../../backend/contract/limits.ts'
import type { Settings } from '../../backend/contract/settings.ts'
import { placeOfScope } from '../../backend/src/storage/paths.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { findYtDlp } from '../../scripts/lib/yt-dlp.ts'
import type { Client } from '../helpers/client.ts'
import { type Nido, type NidoProcess, startNido } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { formWith, torrentOf } from '../helpers/torrent-files.ts'
import { happens, soon } from '../helpers/until.ts'
import { film, picture } from './films.ts'
import { dripping, type MediaSite, startMediaSite } from './media-site.ts'
import { childrenOf, portsOf } from './processes.ts'

const MIB = 1024 * 1024
const WITHIN_MS = 120_000
const CONTENT = randomBytes(2 * MIB)
/** So large that it goes up in parts. */
const LARGE = randomBytes(40 * MIB)

const ytdlp = await findYtDlp({ env: environment(), say: () => undefined })
const ifVideos = ytdlp === null ? describe.skip : describe

let nido: Nido
let site: MediaSite
let s3: PlainS3
let me: Client
let worker: NidoProcess
let whole: Buffer

const scratch = () => path.join(nido.settings['DATA_DIR'] ?? '', 'worker')
const startWorker = async () => {
  worker = await nido.addWorker({ WORKER_DIR: scratch() })
}

beforeAll(async () => {
  site = await startMediaSite()
  whole = await film(2)
  site.pages.set('/file.bin', { body: CONTENT })
  site.pages.set('/film.mp4', { body: whole })
  site.pages.set('/poster.jpg', { body: await picture() })
  site.pages.set('/watch', {
    type: 'text/html',
    body: `<html><head><title>Our film</title><script type="application/ld+json">{"@context":"https://schema.org",
      "@type":"VideoObject","name":"Our film","contentUrl":"${site.url}/film.mp4","duration":"PT2S",
      "thumbnailUrl":"${site.url}/poster.jpg"}</script></head></html>`,
  })
  nido = await startNido({ replicas: 1, settings: { IMPORT_PRIVATE_ADDRESSES: '127.0.0.1', YTDLP: ytdlp ?? '' } })
  s3 = openS3(nido.servers)
  const admin = await nido.adminClient()
  const settings = (await admin.get('/api/settings')).json<Settings>()
  const body = { ...settings, imports: { ...settings.imports, sites: 'all' } }
  ;(await admin.put('/api/settings', body)).expect(200)
  me = await nido.makePerson({ perm: { importYouTube: true, importTorrents: true } })
  await startWorker()
}, WITHIN_MS)
afterAll(async () => {
  await nido.stop()
  await site.stop()
  s3.close()
})

async function start(link: string, how: object = {}, client = me): Promise<string> {
  const { items, refused } = (await client.post('/api/imports', { links: [link], ...how })).json<ImportsStarted>()
  expect(refused).toEqual([])
  return items[0]?.id ?? ''
}
const look = async (id: string, client = me) => (await client.get(`/api/imports/${id}`)).json<ImportDetails>()
const isOver = ({ state }: ImportRecord) => state === 'done' || state === 'failed'
const end = (id: string, client = me) => soon(() => look(id, client), isOver, WITHIN_MS)

/** All present files of a person, by their path. */
async function filesOf({ scope }: Client): Promise<Map<string, Buffer>> {
  const { bucket, path: folder } = placeOfScope(nido.bucketPrefix, scope)
  const prefix = folder === '' ? '' : `${folder}/`
  const keys = (await s3.list(bucket, prefix)).map(({ key }) => key).filter((key) => !key.endsWith('/'))
  return new Map(
    await Promise.all(keys.map(async (key) => [key.slice(prefix.length), await s3.get(bucket, key)] as const)),
  )
}

/** The parts of the one upload of the person that is under way, by number and time. */
async function partsUnderWay(): Promise<string[]> {
  const { bucket } = placeOfScope(nido.bucketPrefix, me.scope)
  const [[Key], [UploadId]] = [await s3.unfinished(bucket), await s3.uploadIds(bucket)]
  if (Key === undefined) return []
  // It may just have ended.
  const listed = s3.client.send(new ListPartsCommand({ Bucket: bucket, Key, UploadId }))
  const { Parts = [] } = await listed.catch(() => ({ Parts: [] }))
  return Parts.map(({ PartNumber, LastModified }) => `${PartNumber} ${LastModified?.getTime()}`)
}

async function expectNothingLeft(id: string): Promise<void> {
  ;(await me.delete(`/api/imports/${id}`)).expect(204)
  await happens(async () => (await s3.list(`${nido.bucketPrefix}system`, `imports/${id}/`)).length === 0, 'an end')
  await happens(async () => !(await readdir(scratch())).includes(id), 'an empty scratch')
}

describe('a link', () => {
  it('lands in Downloads of its person', async () => {
    const id = await start(`${site.url}/file.bin`)
    expect(await end(id)).toMatchObject({ state: 'done', progress: 100, result: '/Downloads/file.bin', filesDone: 1 })
    expect((await filesOf(me)).get('Downloads/file.bin')?.equals(CONTENT)).toBe(true)
    await expectNothingLeft(id)
  })

  it.each(['/', '/Shared', '/Shared/'])('lands in the folder %s, which cannot be changed itself', async (target) => {
    const id = await start(`${site.url}/file.bin?${target}`, { target })
    const done = await end(id)
    expect(done.state).toBe('done')
    expect(done.result).toMatch(target === '/' ? /^\/file\.bin$/ : /^\/Shared\/file(\(1\))?\.bin$/)
    ;(await me.get(`/api/raw${done.result}`)).expect(200)
    await expectNothingLeft(id)
  })

  it('goes on when its worker is killed', async () => {
    const headers = { 'content-type': 'application/octet-stream', etag: '"one"' }
    site.pages.set('/slow.bin', dripping({ bytes: CONTENT, piece: 32 * 1024, everyMs: 50, headers }))
    site.pages.set('/slow-large.bin', dripping({ bytes: LARGE, piece: MIB, everyMs: 100, headers }))
    const ids = [await start(`${site.url}/slow.bin`), await start(`${site.url}/slow-large.bin`)]
    await happens(async () => (await look(ids[0] ?? '')).downloaded > MIB / 2, 'a half')
    // A large one goes up while it comes.
    await happens(async () => (await partsUnderWay()).length > 0, 'a part in the bucket')
    const before = await partsUnderWay()
    await worker.kill()
    site.seen.length = 0
    await startWorker()
    await happens(async () => (await partsUnderWay()).length > before.length, 'another part')
    expect((await partsUnderWay()).slice(0, before.length)).toEqual(before)
    for (const id of ids) expect(await end(id)).toMatchObject({ state: 'done', filesDone: 1 })
    const rests = [expect.stringMatching(/^bytes=[1-9]/), expect.stringMatching(/^bytes=[1-9]/)]
    expect(site.seen.map(({ range }) => range)).toEqual(rests)
    const files = await filesOf(me)
    expect(files.get('Downloads/slow.bin')?.equals(CONTENT)).toBe(true)
    expect(files.get('Downloads/slow-large.bin')?.equals(LARGE)).toBe(true)
    expect([...files.keys()].filter((key) => key.includes('slow'))).toHaveLength(2)
    expect(await partsUnderWay()).toEqual([])
  })

  it('that is cancelled while it goes up leaves nothing', async () => {
    const headers = { 'content-type': 'application/octet-stream', etag: '"one"' }
    site.pages.set('/left-large.bin', dripping({ bytes: LARGE, piece: MIB, everyMs: 100, headers }))
    const id = await start(`${site.url}/left-large.bin`)
    await happens(async () => (await partsUnderWay()).length > 0, 'a part in the bucket')
    await expectNothingLeft(id)
    await happens(async () => (await partsUnderWay()).length === 0, 'an end of the parts')
    expect([...(await filesOf(me)).keys()].filter((key) => key.includes('left-large'))).toEqual([])
  })

  it('to a torrent begins another import', async () => {
    const torrent = torrentOf('Film', { 'a.txt': Buffer.from('hello') })
    site.pages.set('/get', { body: torrent, type: 'application/x-bittorrent' })
    const id = await start(`${site.url}/get`)
    expect(await end(id)).toMatchObject({ state: 'done', result: null })
    const { items } = (await me.get('/api/imports')).json<ImportList>()
    const begun = items.find(({ kind }) => kind === 'torrent')
    expect(begun).toMatchObject({ name: 'get', source: `${site.url}/get` })
    await expectNothingLeft(begun?.id ?? '')
  })

  it('has to fit into the quota of its person, exactly', async () => {
    const poor = await nido.makePerson({ perm: { importYouTube: true }, quota: CONTENT.length - 1 })
    expect(await end(await start(`${site.url}/file.bin`, {}, poor), poor)).toMatchObject({
      state: 'failed',
      error: { code: 'noRoom' },
    })
    expect((await filesOf(poor)).size).toBe(0)
    const fine = await nido.makePerson({ perm: { importYouTube: true }, quota: CONTENT.length })
    expect(await end(await start(`${site.url}/file.bin`, {}, fine), fine)).toMatchObject({ state: 'done' })
  })
})

describe('a torrent that is paused', () => {
  it('gives back the room of the files that are no longer wanted, at once', async () => {
    const poor = await nido.makePerson({ perm: { importTorrents: true }, quota: 2 * MIB })
    ;(await poor.post('/api/resources/here/')).expect(200)
    const files = { 'a.bin': CONTENT.subarray(0, MIB), 'b.bin': CONTENT.subarray(MIB) }
    const { body, type } = formWith('torrent', 'two.torrent', torrentOf('Two', files))
    const headers = { 'Content-Type': type }
    const { id } = (await poor.post('/api/import-torrent?target=/here', body, { headers })).json<{ id: string }>()
    await happens(async () => (await look(id, poor)).phase === 'downloading', 'a search for peers')
    ;(await poor.post(`/api/imports/${id}/pause`)).expect(204)
    await happens(async () => (await look(id, poor)).state === 'paused', 'a pause')
    const half = CONTENT.subarray(0, MIB)
    expect((await poor.post('/api/resources/half.bin', half)).status).toBe(507)
    ;(await poor.patch(`/api/imports/${id}`, { wanted: [0] })).expect(200)
    ;(await poor.post('/api/resources/half.bin', half)).expect(200)
    // What is wanted has its room still.
    expect((await poor.post('/api/resources/more.bin', 'x')).status).toBe(507)
    ;(await poor.delete(`/api/imports/${id}`)).expect(204)
  })
})

describe('a person who is deleted', () => {
  it('leaves no import behind, not even one that is under way (Y06)', async () => {
    const headers = { 'content-type': 'application/octet-stream', etag: '"one"' }
    site.pages.set('/left.bin', dripping({ bytes: CONTENT, piece: 16 * 1024, everyMs: 50, headers }))
    const leaver = await nido.makePerson({ perm: { importYouTube: true } })
    const id = await start(`${site.url}/left.bin`, {}, leaver)
    await happens(async () => (await look(id, leaver)).downloaded > 0, 'its beginning')
    const admin = await nido.adminClient()
    ;(await admin.delete(`/api/users/${leaver.id}`)).expect(200)
    await happens(async () => (await admin.get(`/api/imports/${id}`)).status === 404, 'an end')
    await happens(async () => !(await readdir(scratch())).includes(id), 'an empty scratch')
    expect((await filesOf(leaver)).size).toBe(0)
  })
})

describe('a worker', () => {
  it('listens at no port, and tells the process of a torrent no secrets (T13)', async () => {
    const { body, type } = formWith('torrent', 'a.torrent', torrentOf('Nobody has it', { 'a.txt': CONTENT }))
    const { id } = (await me.post('/api/import-torrent', body, { headers: { 'Content-Type': type } }))
      .expect(200)
      .json<{ id: string }>()
    const engines = () => childrenOf(worker.pid, 'torrents/child.ts')
    await happens(async () => engines().length === 1, 'its process')
    await happens(async () => (await look(id)).phase === 'downloading', 'a search for peers')
    const [api] = nido.replicas
    expect(portsOf(api?.pid ?? 0)).toEqual([api?.port])
    expect([worker.pid, ...engines()].flatMap(portsOf)).toEqual([])
    const told = await readFile(`/proc/${engines()[0]}/environ`, 'latin1')
    for (const secret of [nido.servers.keys.secretKey, nido.mongoUrl]) expect(told).not.toContain(secret)
    await expectNothingLeft(id)
  })
})

ifVideos('a video', () => {
  it('lands in Videos of its person, with its picture and its title', async () => {
    expect((await me.get('/api/imports')).json<ImportList>()).toMatchObject({ worker: true, missing: [] })
    const id = await start(`${site.url}/watch`, { kind: 'video' })
    expect(await end(id)).toMatchObject({
      state: 'done',
      title: 'Our film',
      duration: 2,
      hasPicture: true,
      result: '/Videos/Our film.mp4',
    })
    expect((await filesOf(me)).get('Videos/Our film.mp4')?.subarray(4, 8).toString()).toBe('ftyp')
    const jpeg = (await me.get(`/api/imports/${id}/picture`)).expect(200)
    expect(jpeg.headers['content-type']).toBe('image/jpeg')
    await expectNothingLeft(id)
  })

  it('goes on when its worker is killed, and leaves nothing when it is cancelled', async () => {
    const headers = { 'content-type': 'video/mp4', etag: '"one"', 'accept-ranges': 'bytes' }
    site.pages.set('/slow.mp4', dripping({ bytes: whole, piece: 1_000, everyMs: 50, headers }))
    const cancelled = await start(`${site.url}/slow.mp4`, { kind: 'video' })
    await happens(async () => (await look(cancelled)).downloaded > 0, 'its beginning')
    await expectNothingLeft(cancelled)

    const id = await start(`${site.url}/slow.mp4`, { kind: 'video', target: '/Videos' })
    await happens(async () => (await look(id)).downloaded > 10_000, 'its beginning')
    await worker.kill()
    site.pages.set('/slow.mp4', { body: whole, headers })
    await startWorker()
    expect(await end(id)).toMatchObject({ state: 'done', result: '/Videos/slow.mp4' })
    expect([...(await filesOf(me)).keys()].filter((key) => key.includes('slow.mp4'))).toHaveLength(1)
  })

  it('of a list stays when the import is forgotten, and goes to the trash when it is cancelled', async () => {
    const item = (title: string, file: string) =>
      `<item><title>${title}</title><enclosure url="${site.url}${file}" type="video/mp4"/></item>`
    const feed = (title: string, items: string) => ({
      body: `<rss version="2.0"><channel><title>${title}</title>${items}</channel></rss>`,
    })
    site.pages.set('/list.rss', feed('Our list', item('One', '/film.mp4') + item('Two', '/film.mp4')))
    const done = await start(`${site.url}/list.rss`, { kind: 'video', entries: true })
    expect(await end(done)).toMatchObject({ state: 'done', filesDone: 2, result: '/Videos/Our list' })
    await expectNothingLeft(done)
    const names = async () => [...(await filesOf(me)).keys()].filter((key) => key.includes(' list/')).toSorted()
    expect(await names()).toEqual(['Videos/Our list/One.mp4', 'Videos/Our list/Two.mp4'])

    const headers = { 'content-type': 'video/mp4' }
    site.pages.set('/endless.mp4', dripping({ bytes: whole, piece: 500, everyMs: 500, headers }))
    site.pages.set('/other.rss', feed('Our other list', item('One', '/film.mp4') + item('Two', '/endless.mp4')))
    const cancelled = await start(`${site.url}/other.rss`, { kind: 'video', entries: true })
    await happens(async () => (await look(cancelled)).filesDone === 1, 'the first one')
    await expectNothingLeft(cancelled)
    await happens(async () => (await names()).length === 2, 'the other list is gone')
  })

  it('is looked at before it is imported, also while imports of its person run', async () => {
    const headers = { 'content-type': 'application/octet-stream' }
    site.pages.set('/busy.bin', dripping({ bytes: CONTENT, piece: 100, everyMs: 200, headers }))
    const busy = [await start(`${site.url}/busy.bin`), await start(`${site.url}/busy.bin?2`)]
    await happens(async () => (await look(busy[1] ?? '')).state === 'running', 'two imports')
    const begun = (await me.post('/api/imports/probe', { link: `${site.url}/watch` })).json<VideoProbe>()
    const read = async () => (await me.get(`/api/imports/probe/${begun.id}`)).json<VideoProbe>()
    const seen = await soon(read, ({ state }) => state !== 'waiting', WITHIN_MS)
    expect(seen.found).toMatchObject({ title: 'Our film', duration: 2, hasPicture: true })
    const jpeg = (await me.get(`/api/imports/probe/${begun.id}/picture`)).expect(200)
    expect(jpeg.headers['content-type']).toBe('image/jpeg')
    expect((await me.get('/api/imports')).json<ImportList>().items.map(({ id }) => id)).not.toContain(begun.id)
    for (const id of busy) await expectNothingLeft(id)
  })

  it('that the person has is imported again only if it is wanted', async () => {
    const link = `${site.url}/had.mp4`
    site.pages.set('/had.mp4', { body: whole })
    await end(await start(link, { kind: 'video' }))
    const answer = (await me.post('/api/imports', { links: [link], kind: 'video' })).json<ImportsStarted>()
    expect(answer).toMatchObject({ items: [], known: [{ link, name: 'had', result: '/Videos/had.mp4' }] })
    expect(await end(await start(link, { kind: 'video', again: true }))).toMatchObject({ state: 'done' })
  })

  it('that is missing of a list is tried again, and the others stay if that is cancelled', async () => {
    const item = (title: string, file: string) =>
      `<item><title>${title}</title><enclosure url="${site.url}${file}" type="video/mp4"/></item>`
    const items = item('One', '/film.mp4') + item('Later', '/later.mp4')
    site.pages.set('/part.rss', { body: `<rss version="2.0"><channel><title>In part</title>${items}</channel></rss>` })
    const id = await start(`${site.url}/part.rss`, { kind: 'video', entries: true })
    expect(await end(id)).toMatchObject({ state: 'done', missed: 1, filesDone: 1, error: { code: 'gone' } })
    const headers = { 'content-type': 'video/mp4' }
    site.pages.set('/later.mp4', dripping({ bytes: whole, piece: 500, everyMs: 500, headers }))
    ;(await me.post(`/api/imports/${id}/resume`)).expect(204)
    await happens(async () => (await look(id)).phase === 'downloading', 'what is missing')
    await expectNothingLeft(id)
    expect([...(await filesOf(me)).keys()]).toContain('Videos/In part/One.mp4')
  })

  it('is refused in words', async () => {
    const id = await start(`${site.url}/none.mp4`, { kind: 'video' })
    expect(await end(id)).toMatchObject({ state: 'failed', error: { code: 'gone' }, speed: 0 })
  })
})

describe('fifty imports (Y06)', () => {
  it('run a few at a time, and all end with their person', async () => {
    const admin = await nido.adminClient()
    const leaver = await nido.makePerson({ perm: { importYouTube: true } })
    const headers = { 'content-type': 'application/octet-stream' }
    site.pages.set('/endless.bin', dripping({ bytes: CONTENT, piece: 100, everyMs: 500, headers }))
    const links = Array.from({ length: IMPORT_LINKS_MAX }, (_, at) => `${site.url}/endless.bin?${at}`)
    const { items } = (await leaver.post('/api/imports', { links })).expect(200).json<ImportsStarted>()
    expect(items).toHaveLength(IMPORT_LINKS_MAX)
    const running = async () =>
      (await leaver.get('/api/imports')).json<ImportList>().items.filter(({ state }) => state === 'running').length
    await happens(async () => (await running()) === DEFAULT_IMPORTS.each, 'the first ones')
    expect((await readdir(scratch())).length).toBeGreaterThanOrEqual(DEFAULT_IMPORTS.each)
    ;(await admin.delete(`/api/users/${leaver.id}`)).expect(200)
    const left = async () => (await admin.get('/api/imports?all=true')).json<ImportList>().items
    await happens(async () => (await left()).every(({ source }) => !source.includes('endless.bin')), 'their end')
    await happens(async () => (await readdir(scratch())).every((id) => !items.some((item) => item.id === id)), 'room')
  })
})
