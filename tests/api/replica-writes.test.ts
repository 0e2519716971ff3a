// What one process has written is seen at once on another one, which asks S3 only for that.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { FolderResource } from '../../backend/contract/resources.ts'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import { sleep } from '../../backend/src/lib/sleep.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { startS3Proxy, type S3Proxy } from '../helpers/s3-proxy.ts'
import { useServers, type Servers } from '../helpers/servers.ts'
import { happens } from '../helpers/until.ts'
import { bucketOf, filesOf, type PersonsFiles } from './files-client.ts'

const [WRITER, READER] = [0, 1]
const NAMES = 1_500
/** Longer than the others have to be, however busy the machine is. */
const LISTING_MS = 20_000
/** How late events begin to come to the reader: it is still taking in the bucket then, for a first request. */
const EVENTS_MS = 1_000
/** How long each listing takes for which it does so. */
const TAKING_IN_MS = 2_500
/** More than one process announces by name. */
const MANY = 260
/** A look at one name costs two requests, and there may be two looks. */
const FEW = 4
/** Events come twice a second. */
const EVENTS_MAX_MS = 700

let servers: Servers & { stop(): Promise<void> }
let proxy: S3Proxy
let nido: Nido
let s3: PlainS3
let me: PersonsFiles
/** How often the reader has asked for something in the large folder, whatever the process asks by itself. */
let asked = 0
/** How often it has listed that, in any way but for its first key. */
let listings = 0
/** Whether that takes longer than anybody waits. */
let isSlow = false
let isStarting = true

beforeAll(async () => {
  servers = await useServers()
  proxy = await startS3Proxy(servers.s3Endpoint)
  nido = await startNido({ replicas: 1, servers })
  me = filesOf(await nido.makePerson())
  s3 = openS3(servers)
  await me.given({ 'large/first.txt': 'first' })
  const bucket = bucketOf(nido.bucketPrefix, me)
  const names = Array.from({ length: NAMES }, (_, index) => `large/${index}.txt`)
  await mapParallel(names, 16, (key) => s3.put(bucket, key, 'x'))
  proxy.delay(({ url: { pathname, searchParams } }) => {
    const prefix = searchParams.get('prefix') ?? ''
    if (isStarting && searchParams.has('events')) return EVENTS_MS
    if (isStarting && searchParams.has('list-type') && prefix === '') return TAKING_IN_MS
    const isListing = prefix === 'large/' && searchParams.get('max-keys') !== '1'
    if (isListing) listings += 1
    if (prefix.startsWith('large/') || pathname.includes('/large/')) asked += 1
    return isListing && isSlow ? LISTING_MS : 0
  })
  await nido.addReplica({ S3_ENDPOINT: proxy.endpoint })
  await nothingInDoubt()
  isStarting = false
  isSlow = true
}, 600_000)
afterAll(async () => {
  await nido.stop()
  await proxy.stop()
  s3.close()
  await servers.stop()
})

const listed = async () => {
  const answer = (await me.client.get('/api/resources/large/', { replica: READER })).expect(200)
  return answer.json<FolderResource>().items
}

/** Waits until the reader lists the folder from what it knows. */
const nothingInDoubt = () =>
  happens(async () => {
    const before = asked
    return (await listed()).length > NAMES && asked === before
  }, 'the reader knows the folder')

/** The size of a file that the reader lists right after a write, for which it must not wait for a listing of all. */
async function seen(name: string): Promise<number | null> {
  const begun = performance.now()
  const items = await listed()
  expect(performance.now() - begun).toBeLessThan(LISTING_MS)
  expect(items.length).toBeGreaterThanOrEqual(NAMES)
  return items.find((item) => item.name === name)?.size ?? null
}

/** Lists the folder, with no request to S3 but those until `asks`; answers the ETag. */
async function listedAs(
  asks: number,
  { version, status = 200 }: { version?: string; status?: number } = {},
): Promise<{ version: string }> {
  const headers: Record<string, string> = version === undefined ? {} : { 'If-None-Match': version }
  const answer = (await me.client.get('/api/resources/large/', { replica: READER, headers })).expect(status)
  expect(asked).toBe(asks)
  return { version: answer.headers['etag'] ?? '' }
}

async function missing(names: readonly string[]): Promise<string[]> {
  const all = new Set((await listed()).map(({ name }) => name))
  return names.filter((name) => !all.has(name))
}

const call = (name: string, query = '') => `/api/resources/large/${name}${query}`
const by = { replica: WRITER }
const TUS = { 'Tus-Resumable': '1.0.0' }

describe('a large folder on one process, right after a write by another', () => {
  it('shows a new file, and what replaces it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const name = `new-${round}.txt`
      ;(await me.client.post(call(name), 'a', by)).expect(200)
      expect(await seen(name)).toBe(1)
      ;(await me.client.post(call(name, '?override=true'), 'two', by)).expect(200)
      expect(await seen(name)).toBe(3)
      ;(await me.client.put(call(name), 'three', by)).expect(200)
      expect(await seen(name)).toBe(5)
    }
  })

  it('asks S3 for that file alone, and only once', async () => {
    for (let round = 0; round < 3; round += 1) {
      await nothingInDoubt()
      const letGo = proxy.hold(({ url }) => url.searchParams.has('events'))
      ;(await me.client.post(call(`asked-${round}.txt`), 'a', by)).expect(200)
      const before = { asked, listings }
      expect(await seen(`asked-${round}.txt`)).toBe(1)
      expect(listings).toBe(before.listings)
      expect(asked - before.asked).toBeGreaterThan(0)
      expect(asked - before.asked).toBeLessThanOrEqual(FEW)
      const { version } = await listedAs(asked)
      await listedAs(asked, { version, status: 304 })
      letGo()
    }
    await nothingInDoubt()
  })

  it('tells nothing older again when the events of that come late', async () => {
    const put = async (text: string) => (await me.client.post(call('old.txt', '?override=true'), text, by)).expect(200)
    const remove = async () => (await me.client.delete(call('old.txt'), by)).expect(204)
    const changes = [
      [() => put('new'), 3],
      [remove, null],
    ] as const
    for (const [change, size] of [...changes, ...changes]) {
      const letGo = proxy.hold(({ url }) => url.searchParams.has('events'))
      await put('older')
      await sleep(EVENTS_MAX_MS)
      await change()
      expect(await seen('old.txt')).toBe(size)
      letGo()
      const end = performance.now() + 2 * EVENTS_MAX_MS
      while (performance.now() < end) expect(await seen('old.txt')).toBe(size)
    }
  })

  it('shows no file that is deleted, and shows a renamed one under its new name', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [name, other] = [`old-${round}.txt`, `other-${round}.txt`]
      ;(await me.client.post(call(name), 'abc', by)).expect(200)
      const destination = encodeURIComponent(`/large/${other}`)
      ;(await me.client.patch(call(name, `?action=rename&destination=${destination}`), undefined, by)).expect(200)
      expect([await seen(name), await seen(other)]).toEqual([null, 3])
      ;(await me.client.delete(call(other), by)).expect(200, 204)
      expect(await seen(other)).toBeNull()
    }
  })

  it('shows an upload in chunks with its last one, and a new folder', async () => {
    const path = '/api/tus/large/chunks.txt'
    const begin = { ...by, headers: { ...TUS, 'Upload-Length': '6' } }
    ;(await me.client.post(path, undefined, begin)).expect(201)
    for (const offset of [0, 3]) {
      const type = { 'Content-Type': 'application/offset+octet-stream' }
      const headers = { ...TUS, ...type, 'Upload-Offset': String(offset) }
      ;(await me.client.patch(path, 'abc', { ...by, headers })).expect(204)
    }
    expect(await seen('chunks.txt')).toBe(6)
    ;(await me.client.post(call('folder/'), undefined, by)).expect(200)
    expect(await seen('folder')).toBe(0)
    ;(await me.client.post(call('folder/in/a.txt'), 'abc', by)).expect(200)
    const answer = (await me.client.get(call('folder/in/'), { replica: READER })).expect(200)
    expect(answer.json<FolderResource>().items.map(({ name }) => name)).toEqual(['a.txt'])
  })

  it('finds a new folder that has nothing but a new file', async () => {
    const names = ['attic-1', 'attic-2']
    for (const name of names) (await me.client.post(call(`${name}/deep/box.txt`), 'abc', by)).expect(200)
    const find = async (query: string) => {
      const answer = (await me.client.get(`/api/search/large/?query=${query}`, { replica: READER })).expect(200)
      return answer.json<{ path: string; dir: boolean }[]>().map(({ path, dir }) => `${path}${dir ? '/' : ''}`)
    }
    expect((await find('attic')).toSorted()).toEqual(['attic-1/', 'attic-2/'])
    expect((await find('box')).toSorted()).toEqual(names.map((name) => `${name}/deep/box.txt`))
  })

  it('shows all of many files', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `many-${index}.txt`)
    await Promise.all(names.map(async (name) => (await me.client.post(call(name), 'a', by)).expect(200)))
    expect(await missing(names)).toEqual([])
  })

  it('is asked of S3 as a whole where more was written than the writer names', async () => {
    isSlow = false
    const reader = nido.replicas[READER]
    reader?.signal('SIGSTOP')
    const names = Array.from({ length: MANY }, (_, index) => `missed-${index}.txt`)
    await mapParallel(names, 16, async (name) => (await me.client.post(call(name), 'a', by)).expect(200))
    listings = 0
    reader?.signal('SIGCONT')
    expect(await missing(names)).toEqual([])
    expect(listings).toBeGreaterThan(0)
  })
})
