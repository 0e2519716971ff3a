// Folders with many entries, and answers compressed as the client accepts them. With NIDO_FULL, archives of 100,000
// entries and listings of 200,000.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import zlib from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { FolderResource, Usage } from '../../backend/contract/resources.ts'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { measure, MIB } from '../helpers/memory.ts'
import { startNido, useSite } from '../helpers/nido.ts'
import { openS3 } from '../helpers/s3.ts'
import { type Matches, type S3Proxy, startS3Proxy } from '../helpers/s3-proxy.ts'
import { useServers } from '../helpers/servers.ts'
import { until } from '../helpers/until.ts'
import { bucketOf, filesOf, type PersonsFiles } from './files-client.ts'

const isLong = Boolean(environment()['NIDO_FULL'])
/** The number of entries in the folder for the archive tests, and for the listing tests. */
const ARCHIVED = 100_000
const ENTRIES = isLong ? 2 * ARCHIVED : 900
const FULL_MS = 15 * 60_000
/** The most memory that a process may have in total, including its index of the household. */
const MOST_RESIDENT = 300_000_000
/** The same while ten clients list the folder at once. */
const MOST_LISTING = 1_024 * MIB
/** The longest that others may wait meanwhile. */
const LATE_MS = 200
/** This long after its readers have gone, nothing more is read from S3 for them. */
const READS_STOP_MS = 5_000

let site: Awaited<ReturnType<typeof useSite>>
/** In that case this proxy sits before S3 and sees what is read. */
let proxy: S3Proxy | undefined
let me: PersonsFiles
const nameOf = (index: number) => `entry ${index}${['.jpg', '.txt', '.pdf', ''][index % 4]}`
beforeAll(async () => {
  if (isLong) {
    const servers = await useServers()
    proxy = await startS3Proxy(servers.s3Endpoint)
    site = await startNido({ servers, settings: { S3_ENDPOINT: proxy.endpoint } })
  } else {
    site = await useSite()
  }
  me = filesOf(await site.makePerson())
  await me.given({ 'few/a.txt': 'a' })
  await fill(0, isLong ? ARCHIVED : ENTRIES)
}, FULL_MS)
afterAll(async () => {
  await site.stop()
  await proxy?.stop()
})

// The first file is more than a megabyte, even when compressed.
const contentOf = (index: number) => (isLong && index === 0 ? randomBytes(1.5 * MIB) : String(index))

/** The bytes of all files, when the folder has this many entries. */
const bytesOf = (entries: number) =>
  Array.from({ length: entries }, (_, index) => contentOf(index).length).reduce(
    (sum, length) => sum + length,
    'a'.length,
  )

/** Puts entries into the folder as another tool would, and waits until both replicas know them. */
async function fill(from: number, to: number): Promise<void> {
  const s3 = openS3(site.servers)
  const bucket = bucketOf(site.bucketPrefix, me)
  await mapParallel(
    Array.from({ length: to - from }, (_, index) => from + index),
    24,
    (index) => s3.put(bucket, `many/${nameOf(index)}`, contentOf(index)),
  )
  s3.close()
  for (const replica of [0, 1]) {
    if (
      !(await until(async () => (await me.client.get('/api/usage/', { replica })).json<Usage>().used === bytesOf(to)))
    )
      throw new Error('the index stays incomplete')
  }
}

const list = (accepted: string, replica: number) =>
  me.client.get('/api/resources/many/', { replica, headers: accepted === '' ? {} : { 'Accept-Encoding': accepted } })

const readsIn =
  (folder: string): Matches =>
  ({ method, url }) =>
    method === 'GET' && url.pathname.includes(`/${folder}/`)

if (isLong) {
  describe('an archive of many entries', () => {
    it.each(['zip', 'tarxz'])(
      'D01: is released as %s when five clients leave after a megabyte',
      async (algo) => {
        const begin = (folder: string) => me.client.open('GET', `/api/raw/${folder}?algo=${algo}`, { replica: 0 })
        const leave = async () => {
          const response = await begin('many')
          expect(response.statusCode).toBe(200)
          let bytes = 0
          for await (const chunk of response) if ((bytes += (chunk as Buffer).length) > MIB) break
          response.destroy()
          return bytes
        }
        const { peak } = await measure(site.replicas, async () => {
          // All five at once: a client that reads nothing is cut off.
          expect(Math.min(...(await Promise.all(Array.from({ length: 5 }, leave))))).toBeGreaterThan(MIB)
        })
        expect(peak).toBeLessThan(MOST_RESIDENT)
        await sleep(READS_STOP_MS)
        proxy?.refuse(readsIn('many'))
        await sleep(READS_STOP_MS)
        expect(proxy?.refused).toBe(0)
        // A read would have been noticed.
        proxy?.refuse(readsIn('few'))
        await expect((await begin('few')).toArray()).rejects.toMatchObject({ code: 'ECONNRESET' })
        expect(proxy?.refused).toBeGreaterThan(0)
        proxy?.refuse(null)
        // The full number of archives can begin: nothing is still being made for the clients that left.
        const others = await Promise.all(Array.from({ length: 8 }, () => begin('few')))
        for (const response of others) response.destroy()
        expect(others.map(({ statusCode }) => statusCode)).toEqual(others.map(() => 200))
      },
      FULL_MS,
    )
  })
}

describe('a folder of many entries', () => {
  if (isLong) beforeAll(() => fill(ARCHIVED, ENTRIES), FULL_MS)

  it(
    'D13: is listed completely and in order by both replicas, compressed as requested',
    async () => {
      const plain = (await list('', 0)).expect(200)
      expect(plain.headers['content-encoding']).toBeUndefined()
      const folder = plain.json<FolderResource>()
      expect(folder.items.map(({ name }) => name)).toEqual(Array.from({ length: ENTRIES }, (_, index) => nameOf(index)))
      expect([folder.numFiles, folder.numDirs]).toEqual([ENTRIES, 0])
      const names = ({ items }: FolderResource) => items.map(({ path, name, size }) => [path, name, size])
      const packed = [
        ['br', zlib.brotliDecompressSync],
        ['gzip', zlib.gunzipSync],
      ] as const
      for (const [replica, [coding, unpack]] of packed.entries()) {
        const answer = (await list(`${coding}, identity;q=0.1`, replica)).expect(200)
        expect(answer.headers).toMatchObject({
          'content-encoding': coding,
          vary: 'Accept-Encoding',
          'content-type': 'application/json; charset=utf-8',
        })
        expect(answer.body.length).toBeLessThan(plain.body.length / 8)
        expect(names(JSON.parse(unpack(answer.body).toString()) as FolderResource)).toEqual(names(folder))
      }
    },
    FULL_MS,
  )

  // A short listing ends before anybody could have to wait.
  if (isLong) {
    it(
      'D13: is listed, searched and counted by ten clients at once, and keeps nobody else waiting',
      async () => {
        const get = (path: string) => me.client.get(path, { replica: 0 })
        const delays: number[] = []
        const answers: Awaited<ReturnType<typeof get>>[][] = []
        const { peak } = await measure(site.replicas, async () => {
          const work = { isOver: false }
          const all = Promise.all(
            Array.from({ length: 10 }, () =>
              Promise.all([list('br', 0), get('/api/search/many/?query=entry%2099999'), get('/api/usage/')]),
            ),
          )
          const over = all.finally(() => {
            work.isOver = true
          })
          while (!work.isOver) {
            const began = performance.now()
            ;(await get('/health')).expect(200)
            delays.push(performance.now() - began)
          }
          answers.push(...(await over))
        })
        expect(new Set(answers.flat().map(({ status }) => status))).toEqual(new Set([200]))
        // Not compared byte for byte: each listing determines the types of a few more files whose name does not show
        // them.
        for (const [listed, found, used] of answers) {
          expect(
            (JSON.parse(zlib.brotliDecompressSync(listed?.body ?? '').toString()) as FolderResource).items,
          ).toHaveLength(ENTRIES)
          expect(found?.text).toContain(nameOf(99_999))
          expect(used?.json<Usage>().used).toBe(bytesOf(ENTRIES))
        }
        expect(peak).toBeLessThan(MOST_LISTING)
        // One request in twenty may be late because of the machine.
        expect(delays.toSorted((a, b) => a - b)[Math.floor(delays.length * 0.95)]).toBeLessThan(LATE_MS)
      },
      FULL_MS,
    )
  }

  it(
    'is released when the client disconnects',
    async () => {
      const gone = new AbortController()
      const answer = await me.client.open('GET', '/api/resources/many/', {
        replica: 0,
        headers: { 'Accept-Encoding': 'br' },
        signal: gone.signal,
      })
      answer.on('error', () => undefined)
      gone.abort()
      ;(await list('br', 0)).expect(200)
    },
    FULL_MS,
  )
})

describe('compressed answers', () => {
  const get = (path: string, accepted: string) => me.client.get(path, { headers: { 'Accept-Encoding': accepted } })

  it('leave out answers that would not shrink, clients that refuse compression, and downloads', async () => {
    await me.given({ 'a.txt': 'text '.repeat(2_000) })
    expect((await get('/api/usage/', 'br')).expect(200).headers).toMatchObject({ vary: 'Accept-Encoding' })
    expect((await get('/api/usage/', 'br')).headers['content-encoding']).toBeUndefined()
    expect((await get('/api/resources/a.txt', 'br;q=0, gzip;q=0')).headers['content-encoding']).toBeUndefined()
    expect((await get('/api/resources/a.txt', 'gzip;q=0.5, br;q=0.9')).headers['content-encoding']).toBe('br')
    expect((await get('/api/resources/a.txt', '*')).headers['content-encoding']).toBe('br')
    const raw = (await get('/api/raw/a.txt', 'br, gzip')).expect(200)
    expect([raw.headers['content-encoding'], raw.headers['content-length']]).toEqual([undefined, '10000'])
  })

  it("include the page's own files, each encoding with its own ETag", async () => {
    // The largest file; small ones are not worth it.
    const script = /static\/assets\/ground-[\w.-]+\.js/.exec((await site.client().get('/')).text)?.[0] ?? ''
    const [plain, br, gzip] = [
      await get(`/${script}`, 'identity'),
      await get(`/${script}`, 'br'),
      await get(`/${script}`, 'gzip'),
    ]
    expect([
      zlib.brotliDecompressSync(br.body).equals(plain.body),
      zlib.gunzipSync(gzip.body).equals(plain.body),
    ]).toEqual([true, true])
    expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3)
    for (const { headers } of [plain, br, gzip]) expect(headers.vary).toBe('Accept-Encoding')
    expect(br.headers['content-length']).toBe(String(br.body.length))
    const again = await me.client.get(`/${script}`, {
      headers: { 'Accept-Encoding': 'br', 'If-None-Match': String(br.headers.etag) },
    })
    expect(again.status).toBe(304)
    ;(await get(`/${script}.br`, 'identity')).expect(404)
  })
})
