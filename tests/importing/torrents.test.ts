// Torrents from real swarms on loopback: a tracker, a peer and web seeds of the test, and a worker that fetches.
import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import type { ImportDetails, ImportList, ImportRecord } from '../../backend/contract/imports.ts'
import type { Client, Person } from '../helpers/client.ts'
import { startNido, type Nido, type NidoProcess } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { placeOfScope } from '../../backend/src/storage/paths.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { formWith, type MadeFile, makeTorrent } from '../helpers/torrent-files.ts'
import { happens, soon } from '../helpers/until.ts'
import { noise, type SeededTorrent, sha256, startSwarm, type Swarm } from './swarm.ts'
import { childrenOf } from './processes.ts'

const IMPORTER: Partial<Person> = { perm: { importTorrents: true, importYouTube: true } }
const MIB = 1024 * 1024
const PATIENCE_MS = 90_000
const PIECE = 256 * 1024
/** Bytes a second at which a torrent of some MiB is under way long enough to be disturbed. */
const SLOW = 2 * MIB

jest.setTimeout(150_000)

const isFull = Boolean(environment()['NIDO_FULL'])
const SEED = 26
const DISTURBANCES = [
  'kill -9 of its process',
  'kill -9 of the worker',
  'a stop of the worker',
  'a stop of its process',
] as const

/** What disturbs torrents, and at how many percent: the same on each run. */
const moments = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const percent = createHash('sha256').update(`${SEED} ${index}`).digest().readUInt16BE() % 90
    return [DISTURBANCES[index % DISTURBANCES.length] ?? 'a stop of the worker', percent] as const
  })

let nido: Nido
let worker: NidoProcess
let swarm: Swarm
let s3: PlainS3
let me: Client
let shared: string
let workers = 0

const startWorker = async () => {
  workers += 1
  worker = await nido.addWorker({ WORKER_DIR: path.join(nido.settings['DATA_DIR'] ?? '', 'worker') })
}

beforeAll(async () => {
  swarm = await startSwarm()
  nido = await startNido({ replicas: 1, settings: { IMPORT_PRIVATE_ADDRESSES: '127.0.0.0/8' } })
  shared = `${nido.bucketPrefix}shared`
  s3 = openS3(nido.servers)
  me = await nido.makePerson(IMPORTER)
  await startWorker()
})
afterAll(async () => {
  await nido.stop()
  await swarm.stop()
  s3.close()
})

const add = async ({ bytes }: Pick<SeededTorrent, 'bytes'>, { client = me, query = '' } = {}) => {
  const { body, type } = formWith('torrent', 'a.torrent', bytes)
  const answer = await client.post(`/api/import-torrent${query}`, body, { headers: { 'Content-Type': type } })
  return answer.expect(200).json<{ id: string; name: string }>()
}
const addLink = async (link: string, client = me) => {
  const answer = await client.post('/api/imports', { links: [link] })
  const [item] = answer.expect(200).json<{ items: ImportRecord[] }>().items
  if (!item) throw new Error(answer.text)
  return item
}
const look = async (id: string, client = me) => (await client.get(`/api/imports/${id}`)).json<ImportDetails>()
const listOf = async (client = me) => (await client.get('/api/imports')).json<ImportList>().items
const enginesOf = ({ pid }: NidoProcess) => childrenOf(pid, 'torrents/child.ts')
const isOver = ({ state }: ImportRecord) => state === 'done' || state === 'failed'
const end = (id: string, client = me) => soon(() => look(id, client), isOver, PATIENCE_MS)
const isHalfway = ({ downloaded, total }: ImportRecord) => total > 0 && downloaded > total / 4
const halfway = (id: string) =>
  soon(
    () => look(id),
    (one) => isHalfway(one) || isOver(one),
    PATIENCE_MS,
  )

/** What lies below a folder of a bucket: SHA-256 by path. Folder markers are left out. */
async function hashesBelow(folder: string, bucket = shared): Promise<Record<string, string>> {
  const found = await s3.list(bucket, `${folder}/`)
  const files = found.filter(({ key }) => !key.endsWith('/'))
  const pairs = files.map(async ({ key }) => [key.slice(folder.length + 1), sha256(await s3.get(bucket, key))] as const)
  return Object.fromEntries(await Promise.all(pairs))
}
const bucketOf = ({ scope }: Client): string => placeOfScope(nido.bucketPrefix, scope).bucket
const hashesOf = (files: readonly MadeFile[], only?: string): Record<string, string> =>
  Object.fromEntries(files.map(({ path: names, bytes }) => [only ?? names.join('/'), sha256(bytes)]))

/** That nothing is left where imports keep what is no file of anybody's. */
async function expectNothingLeft(id: string): Promise<void> {
  await happens(async () => (await s3.list(`${nido.bucketPrefix}system`, `imports/${id}/`)).length === 0, 'an end')
  expect(await s3.unfinished(shared)).toEqual([])
  const scratch = path.join(nido.settings['DATA_DIR'] ?? '', 'worker')
  expect(await readdir(scratch)).not.toContain(id)
}

const film = (name: string, bytes = 3 * MIB) => ({
  name,
  pieceLength: PIECE,
  files: [
    { path: ['film.mkv'], bytes: noise(bytes) },
    { path: ['Extras', 'Über uns.txt'], bytes: Buffer.from('über uns') },
    { path: ['Extras', 'empty'], bytes: Buffer.alloc(0) },
    { path: ['Extras', 'cover.jpg'], bytes: noise(300_000) },
  ],
})

describe('a torrent lands in TORRENTS of the shared folder', () => {
  it('with several files', async () => {
    const torrent = await swarm.seed(film('Several'))
    const { id } = await add(torrent)
    expect(await end(id)).toMatchObject({
      state: 'done',
      progress: 100,
      files: 4,
      filesDone: 4,
      title: 'Several',
      result: '/Shared/TORRENTS/Several',
      speed: 0,
    })
    expect(await hashesBelow('TORRENTS/Several')).toEqual(hashesOf(torrent.files))
    const progress = (await me.get('/api/torrent-progress')).json<Record<string, object>>()
    expect(progress['Several']).toMatchObject({ progress: 100, done: true })
    const { contents, trackers } = await look(id)
    expect(contents.map((file) => [file.path, file.done, file.downloaded === file.size])).toEqual([
      ['film.mkv', true, true],
      ['Extras/Über uns.txt', true, true],
      ['Extras/empty', true, true],
      ['Extras/cover.jpg', true, true],
    ])
    expect(trackers).toEqual([swarm.tracker])
    ;(await me.delete(`/api/imports/${id}`)).expect(204)
    await expectNothingLeft(id)
    expect(Object.keys(await hashesBelow('TORRENTS/Several'))).toHaveLength(4)
  })

  it('with one file, by a magnet link', async () => {
    const torrent = await swarm.seed({
      name: 'One.iso',
      pieceLength: PIECE,
      files: [{ path: [], bytes: noise(2 * MIB) }],
    })
    const { id } = await addLink(torrent.magnet)
    expect(await end(id)).toMatchObject({ state: 'done', title: 'One.iso', result: '/Shared/TORRENTS/One.iso' })
    expect(await hashesBelow('TORRENTS/One.iso')).toEqual(hashesOf(torrent.files, 'One.iso'))
  })

  it('with a large file, which goes up in parts', async () => {
    const files = [{ path: ['large.bin'], bytes: noise(70 * MIB) }]
    const torrent = await swarm.seed({ name: 'Large parts', pieceLength: MIB, files })
    const { id } = await add(torrent)
    expect((await end(id)).state).toBe('done')
    expect(await hashesBelow('TORRENTS/Large parts')).toEqual(hashesOf(files))
    const [stored] = await s3.list(shared, 'TORRENTS/Large parts/large.bin')
    expect(stored?.etag).toMatch(/-9"?$/)
  })

  it('three at once, two of the same name', async () => {
    const torrents = await Promise.all(['Same', 'Same', 'Other'].map((name) => swarm.seed(film(name))))
    const other = await nido.makePerson(IMPORTER)
    const ids = [
      { id: (await add(torrents[0] as SeededTorrent)).id, client: me },
      { id: (await add(torrents[1] as SeededTorrent, { client: other })).id, client: other },
      { id: (await add(torrents[2] as SeededTorrent)).id, client: me },
    ]
    const ended = await Promise.all(ids.map(({ id, client }) => end(id, client)))
    expect(ended.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
    expect(new Set(ended.map(({ result }) => result)).size).toBe(3)
    for (const [index, { result }] of ended.entries())
      expect(await hashesBelow((result ?? '').slice('/Shared/'.length))).toEqual(hashesOf(torrents[index]?.files ?? []))
    expect((await listOf(other)).map(({ id }) => id)).toEqual([ids[1]?.id])
  })

  it('only with the files that are wanted, into a folder that was chosen', async () => {
    // An empty file would land before the choice is made, since it waits for nobody.
    const whole = film('Chosen')
    const torrent = await swarm.seed({ ...whole, files: whole.files.filter(({ bytes }) => bytes.length > 0) })
    ;(await me.post('/api/resources/mine/')).expect(200, 201)
    swarm.limit(0)
    const { id } = await add(torrent, { query: '?target=%2Fmine' })
    ;(await me.patch(`/api/imports/${id}`, { wanted: [2] })).expect(200)
    const { contents } = await soon(
      () => look(id),
      ({ contents: [, , last] }) => last?.wanted === true,
    )
    expect(contents.map(({ wanted }) => wanted)).toEqual([false, false, true])
    expect((await me.patch(`/api/imports/${id}`, { wanted: [3] })).status).toBe(400)
    await soon(
      () => look(id),
      ({ files }) => files === 1,
    )
    swarm.limit(null)
    expect(await end(id)).toMatchObject({ state: 'done', files: 1, total: 300_000, result: '/mine/Chosen' })
    expect(await hashesBelow('mine/Chosen', bucketOf(me))).toEqual(hashesOf(torrent.files.slice(2)))
  })
})

describe('a torrent that is disturbed loses nothing and doubles nothing', () => {
  /** Starts a torrent that is slow enough to be disturbed. */
  async function underWay(name: string, percent = 25) {
    const torrent = await swarm.seed(film(name, 6 * MIB))
    swarm.limit(SLOW)
    const { id } = await add(torrent)
    await soon(
      () => look(id),
      (one) => one.progress > percent || isOver(one),
      PATIENCE_MS,
    )
    return { torrent, id }
  }
  /** How it ends, and what is in its folder then. */
  async function outcome(id: string) {
    swarm.limit(null)
    const { state, error, result } = await end(id)
    const hashes = await hashesBelow((result ?? '').slice('/Shared/'.length))
    return { state, error, hashes, unfinished: await s3.unfinished(shared) }
  }
  const wholeOf = ({ files }: SeededTorrent) => ({
    state: 'done',
    error: null,
    hashes: hashesOf(files),
    unfinished: [],
  })
  const engines = () => enginesOf(worker)

  it.each(moments(isFull ? 10 : 2))('by %s, where %d %% have come', async (what, percent) => {
    const { torrent, id } = await underWay(`Disturbed at ${percent}`, percent)
    if (what === 'kill -9 of its process') for (const pid of engines()) process.kill(pid, 'SIGKILL')
    else if (what === 'kill -9 of the worker') {
      await worker.kill()
      await startWorker()
    } else {
      const stop = (signal: 'SIGSTOP' | 'SIGCONT') =>
        what === 'a stop of the worker' ? worker.signal(signal) : engines().forEach((pid) => process.kill(pid, signal))
      stop('SIGSTOP')
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      stop('SIGCONT')
    }
    expect(await outcome(id)).toEqual(wholeOf(torrent))
  })

  it('by a pause, in which nothing comes', async () => {
    const { torrent, id } = await underWay('Paused')
    ;(await me.post(`/api/imports/${id}/pause`)).expect(204)
    await soon(
      () => look(id),
      ({ state }) => state === 'paused',
    )
    expect(engines()).toEqual([])
    const { downloaded } = await look(id)
    ;(await me.post(`/api/imports/${id}/resume`)).expect(204)
    const again = await soon(
      () => look(id),
      ({ state }) => state === 'running',
    )
    expect(again.downloaded).toBeGreaterThanOrEqual(downloaded)
    expect(await outcome(id)).toEqual(wholeOf(torrent))
  })

  it('by a worker that stops and goes on', async () => {
    const { torrent, id } = await underWay('Stopped')
    worker.signal('SIGSTOP')
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    worker.signal('SIGCONT')
    expect(await outcome(id)).toEqual(wholeOf(torrent))
  })
})

describe('a film', () => {
  it('can be watched by its owner while it comes', async () => {
    const torrent = await swarm.seed(film('Watched', 16 * MIB))
    const [first] = torrent.files
    swarm.limit(SLOW)
    const { id } = await add(torrent, { query: '?inOrder=true' })
    await halfway(id)
    const watch = (file: number, range: string, client = me) =>
      client.get(`/api/imports/${id}/raw/${file}`, { headers: { Range: range } })
    const beginning = (await watch(0, 'bytes=100-999')).expect(206)
    expect(beginning.headers['content-range']).toBe(`bytes 100-999/${16 * MIB}`)
    expect(sha256(beginning.body)).toBe(sha256(first?.bytes.subarray(100, 1000) ?? Buffer.alloc(0)))
    expect(await look(id)).toMatchObject({ state: 'running', inOrder: true })
    expect(await hashesBelow('TORRENTS/Watched')).not.toHaveProperty(['film.mkv'])
    swarm.limit(null)
    const all = (await watch(0, 'bytes=0-')).expect(206)
    expect(sha256(all.body)).toBe(sha256(first?.bytes ?? Buffer.alloc(0)))
    expect((await end(id)).state).toBe('done')
    const other = await nido.makePerson(IMPORTER)
    expect((await watch(0, 'bytes=0-1', other)).status).toBe(404)
    expect((await watch(1, 'bytes=0-1')).status).toBe(404)
    expect((await watch(99, 'bytes=0-1')).status).toBe(404)
    ;(await me.delete(`/api/imports/${id}`)).expect(204)
    await expectNothingLeft(id)
  })
})

describe('a cancelled torrent', () => {
  it('leaves nothing, and its files in the trash', async () => {
    const torrent = await swarm.seed(film('Cancelled', 6 * MIB))
    swarm.limit(SLOW)
    const { id, name } = await add(torrent)
    const { result } = await halfway(id)
    await soon(
      () => look(id),
      ({ filesDone }) => filesDone > 0,
    )
    ;(await me.post(`/api/torrent-cancel?name=${encodeURIComponent(name)}`)).expect(200)
    swarm.limit(null)
    await expectNothingLeft(id)
    const keys = async () => (await s3.list(shared, `${(result ?? '').slice(8)}/`)).map(({ key }) => key)
    expect(await soon(keys, (found) => found.length === 0)).toEqual([])
    const { items } = (await me.get('/api/trash')).json<{ items: { path: string }[] }>()
    expect(items.map((item) => item.path)).toContain(result)
  })
})

describe('what a torrent says of itself', () => {
  it('leads nowhere else, and is no link and no padding (T01, T11)', async () => {
    const names = [['..', '..', 'etc', 'passwd'], ['/', 'abs'], ['a\u202egpj.exe'], ['A', 'x'], ['a', 'x']]
    const files: MadeFile[] = names.map((one) => ({ path: one, bytes: noise(1000) }))
    files.splice(2, 0, { path: ['.pad', '31768'], bytes: Buffer.alloc(31_768), attr: 'p' })
    files.push({ path: ['link'], bytes: Buffer.alloc(0), attr: 'l' })
    const torrent = await swarm.seed({ name: '../../Hostile', files })
    const before = new Set((await s3.list(shared)).map(({ key }) => key))
    const { id } = await add(torrent)
    expect(await end(id)).toMatchObject({ state: 'done', files: 5, result: '/Shared/TORRENTS/.._.._Hostile' })
    const found = (await s3.list(shared)).map(({ key }) => key).filter((key) => !before.has(key) && !key.endsWith('/'))
    expect(found.toSorted()).toEqual(
      ['A/x', 'A/x(1)', '_/_/etc/passwd', '_/abs', 'agpj.exe']
        .map((file) => `TORRENTS/.._.._Hostile/${file}`)
        .toSorted(),
    )
  })

  it('may be of version 1 and 2 at once', async () => {
    const bytes = noise(100_000)
    const torrent = await swarm.seed({
      name: 'Hybrid',
      files: [
        { path: ['a'], bytes },
        { path: ['.pad', '14688'], bytes: Buffer.alloc(14_688), attr: 'p' },
        { path: ['b'], bytes: noise(5000) },
      ],
      info: { 'meta version': 2, 'file tree': { a: { '': { length: bytes.length, 'pieces root': noise(32) } } } },
    })
    const { id } = await add(torrent)
    expect((await end(id)).state).toBe('done')
    expect(await hashesBelow('TORRENTS/Hybrid')).toEqual(hashesOf(torrent.files.filter(({ attr }) => !attr)))
  })

  it('may name a web seed where nobody else has it', async () => {
    const files = [
      { path: ['a b.bin'], bytes: noise(MIB) },
      { path: ['c'], bytes: noise(1000) },
    ]
    const seed = await startWebSeed('Seeded', files)
    const torrent = await swarm.seed({ name: 'Seeded', pieceLength: PIECE, files, webSeeds: [seed.url] }, false)
    const { id } = await add(torrent)
    expect((await end(id)).state).toBe('done')
    expect(await hashesBelow('TORRENTS/Seeded')).toEqual(hashesOf(files))
    await seed.stop()
  })
})

describe('limits', () => {
  it('of a quota are asked first (T07)', async () => {
    const poor = await nido.makePerson({ ...IMPORTER, quota: MIB } as Partial<Person>)
    ;(await poor.post('/api/resources/mine/')).expect(200, 201)
    const { id } = await add(await swarm.seed(film('Too much')), { client: poor, query: '?target=%2Fmine' })
    expect(await end(id, poor)).toMatchObject({ state: 'failed', error: { code: 'noRoom' }, downloaded: 0 })
    expect(await hashesBelow('mine', bucketOf(poor))).toEqual({})
  })

  it('are asked before anything comes of ten terabytes (T07)', async () => {
    const TIB = 1024 ** 4
    const pieceLength = 64 * MIB
    const pieces = Buffer.alloc((20 * 10 * TIB) / pieceLength)
    const sparse = (info: object) =>
      makeTorrent({
        name: 'Sparse',
        files: [{ path: [], bytes: Buffer.alloc(0) }],
        pieceLength,
        info: { pieces, ...info },
      })
    const one = sparse({ length: 10 * TIB })
    const many = sparse({
      length: undefined,
      files: Array.from({ length: 10 }, (_, number) => ({ path: [`${number}.bin`], length: TIB })),
    })
    const poor = await nido.makePerson({ ...IMPORTER, quota: MIB } as Partial<Person>)
    for (const client of [me, poor]) (await client.post('/api/resources/huge/')).expect(200)
    for (const bytes of [one, many])
      for (const [client, query, code] of [
        [poor, '?target=%2Fhuge', 'noRoom'],
        [me, '', 'tooLarge'],
        [me, '?target=%2Fhuge', 'noScratch'],
      ] as const) {
        const { id } = await add({ bytes }, { client, query })
        expect(await end(id, client)).toMatchObject({ state: 'failed', error: { code }, downloaded: 0 })
        ;(await client.delete(`/api/imports/${id}`)).expect(204)
        await expectNothingLeft(id)
      }
  })

  it('of the disk let files come one after another (T07)', async () => {
    const admin = await nido.adminClient()
    const settings = (await admin.get('/api/settings')).json<{ imports: object }>()
    const put = (scratchBytes: number) =>
      admin.put('/api/settings', { ...settings, imports: { ...settings.imports, scratchBytes } })
    ;(await put(20 * MIB)).expect(200)
    const files = [1, 2, 3].map((number) => ({ path: [`${number}.bin`], bytes: noise(12 * MIB) }))
    const torrent = await swarm.seed({ name: 'In turn', pieceLength: PIECE, files })
    const { id } = await add(torrent)
    expect((await end(id)).state).toBe('done')
    expect(await hashesBelow('TORRENTS/In turn')).toEqual(hashesOf(files))
    const large = await swarm.seed({ name: 'Large', pieceLength: PIECE, files: [{ path: [], bytes: noise(24 * MIB) }] })
    const { id: refused } = await add(large)
    expect(await end(refused)).toMatchObject({ state: 'failed', error: { code: 'noScratch' } })
    ;(await admin.put('/api/settings', settings)).expect(200)
  })
})

describe('two workers', () => {
  let second: NidoProcess
  beforeAll(async () => {
    second = await nido.addWorker()
  })

  /** Each file of a torrent is there, and was put once. */
  async function expectOnce(name: string, files: readonly MadeFile[]) {
    expect(await hashesBelow(`TORRENTS/${name}`)).toEqual(hashesOf(files))
    const versions = (await s3.versions(shared, `TORRENTS/${name}/`)).filter(({ key }) => !key.endsWith('/'))
    expect(versions).toHaveLength(files.length)
  }

  it('finish twenty torrents that wait, four at a time, and each once', async () => {
    const people = [me, await nido.makePerson(IMPORTER)]
    const torrents = await Promise.all(
      Array.from({ length: 20 }, (_, number) => {
        const files = ['a.bin', 'b.bin'].map((name, index) => ({ path: [name], bytes: noise(40_000 + index) }))
        return swarm.seed({ name: `Queued ${number}`, files })
      }),
    )
    let most = 0
    const counting = setInterval(() => {
      most = Math.max(most, enginesOf(worker).length + enginesOf(second).length)
    }, 100)
    const started = await Promise.all(
      torrents.map((torrent, index) => add(torrent, { client: people[index % 2] ?? me })),
    )
    const ids = new Set(started.map(({ id }) => id))
    const all = async () => (await Promise.all(people.map((person) => listOf(person)))).flat()
    const isEnded = (items: ImportRecord[]) => items.filter((item) => ids.has(item.id)).every(isOver)
    const ended = (await soon(all, isEnded, PATIENCE_MS)).filter(({ id }) => ids.has(id))
    clearInterval(counting)
    expect(ended.map(({ state }) => state)).toEqual(Array(20).fill('done'))
    for (const [index, { files }] of torrents.entries()) await expectOnce(`Queued ${index}`, files)
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(4)
  })

  ;(isFull ? describe : describe.skip)('of which one is frozen and wakes up', () => {
    it('never do a torrent twice', async () => {
      const torrent = await swarm.seed(film('Frozen', 6 * MIB))
      swarm.limit(SLOW / 4)
      const { id } = await add(torrent)
      await halfway(id)
      const [frozen, other] = enginesOf(worker).length > 0 ? [worker, second] : [second, worker]
      frozen.signal('SIGSTOP')
      // The lease has to run out first.
      expect(await soon(() => enginesOf(other).length, Boolean, PATIENCE_MS)).toBe(1)
      frozen.signal('SIGCONT')
      swarm.limit(null)
      expect(await end(id)).toMatchObject({ state: 'done' })
      await expectOnce('Frozen', torrent.files)
    })
  })
})

/** A server that has the files of a torrent, for those who ask for ranges (BEP 19). */
async function startWebSeed(name: string, files: readonly MadeFile[]) {
  const server: Server = createServer((request, response) => {
    const asked = decodeURIComponent(request.url ?? '').slice(1)
    const file = files.find(({ path: names }) => asked === [name, ...names].join('/'))
    const [, start, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (!file || start === undefined) return void response.writeHead(404).end()
    response.writeHead(206).end(file.bytes.subarray(Number(start), Number(last) + 1))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
