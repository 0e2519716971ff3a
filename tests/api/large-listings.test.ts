// Folders of many entries, and answers compressed as the client takes them. With NIDO_FULL the folder has 100,000.
import zlib from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { FolderResource } from '../../backend/contract/resources.ts'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { useSite } from '../helpers/nido.ts'
import { openS3 } from '../helpers/s3.ts'
import { until } from '../helpers/until.ts'
import { bucketOf, filesOf, type PersonsFiles } from './files-client.ts'

const isLong = Boolean(environment()['NIDO_FULL'])
const ENTRIES = isLong ? 100_000 : 900
const FULL_MS = 15 * 60_000

let site: Awaited<ReturnType<typeof useSite>>
let me: PersonsFiles
const nameOf = (index: number) => `entry ${index}${['.jpg', '.txt', '.pdf', ''][index % 4]}`
beforeAll(async () => {
  site = await useSite()
  me = filesOf(await site.makePerson())
  const s3 = openS3(site.servers)
  const bucket = bucketOf(site.bucketPrefix, me)
  await mapParallel(Array.from({ length: ENTRIES }, (_, index) => index), 24, (index) => s3.put(bucket, `many/${nameOf(index)}`, String(index)))
  s3.close()
  // Another tool's files are seen when the storage has told of them.
  for (const replica of [0, 1]) {
    if (!await until(async () => (await list('', replica)).json<FolderResource>().numFiles === ENTRIES)) throw new Error('the listing stays incomplete')
  }
}, FULL_MS)
afterAll(() => site.stop())

const list = (accepted: string, replica: number) => me.client.get('/api/resources/many/', { replica, headers: accepted === '' ? {} : { 'Accept-Encoding': accepted } })

describe('a folder of many entries', () => {
  it('D13: is listed whole and in order by both replicas, compressed as it is asked for', async () => {
    const plain = (await list('', 0)).expect(200)
    expect(plain.headers['content-encoding']).toBeUndefined()
    const folder = plain.json<FolderResource>()
    expect(folder.items.map(({ name }) => name)).toEqual(Array.from({ length: ENTRIES }, (_, index) => nameOf(index)))
    expect([folder.numFiles, folder.numDirs]).toEqual([ENTRIES, 0])
    const names = ({ items }: FolderResource) => items.map(({ path, name, size }) => [path, name, size])
    const packed = [['br', zlib.brotliDecompressSync], ['gzip', zlib.gunzipSync]] as const
    for (const [replica, [coding, unpack]] of packed.entries()) {
      const answer = (await list(`${coding}, identity;q=0.1`, replica)).expect(200)
      expect(answer.headers).toMatchObject({ 'content-encoding': coding, 'vary': 'Accept-Encoding', 'content-type': 'application/json; charset=utf-8' })
      expect(answer.body.length).toBeLessThan(plain.body.length / 8)
      expect(names(JSON.parse(unpack(answer.body).toString()) as FolderResource)).toEqual(names(folder))
    }
  }, FULL_MS)

  // A short listing is over before anybody could wait.
  if (isLong) {
    it('D13: keeps nobody else waiting', async () => {
      const listing = { isOver: false }
      const listed = list('br', 0).finally(() => { listing.isOver = true })
      let answered = 0
      while (!listing.isOver) {
        (await me.client.get('/health', { replica: 0 })).expect(200)
        answered += 1
      }
      (await listed).expect(200)
      expect(answered).toBeGreaterThan(20)
    }, FULL_MS)

    it.each(['zip', 'tarxz'])('D01: is let go of as %s by five who leave after a megabyte', async (algo) => {
      const begin = () => me.client.open('GET', `/api/raw/many?algo=${algo}`, { replica: 0 })
      // All of them at once: who takes nothing is cut off.
      await Promise.all(Array.from({ length: 5 }, async () => {
        const response = await begin()
        expect(response.statusCode).toBe(200)
        let bytes = 0
        for await (const chunk of response) if ((bytes += (chunk as Buffer).length) > 1024 * 1024) break
        response.destroy()
      }))
      // As many as there may be at a time can begin again: nothing goes on for those who left.
      expect(await until(async () => {
        const again = await Promise.all(Array.from({ length: 8 }, begin))
        for (const response of again) response.destroy()
        return again.every(({ statusCode }) => statusCode === 200)
      })).toBe(true)
    }, FULL_MS)
  }

  it('is let go of when the client goes away', async () => {
    const gone = new AbortController()
    const answer = await me.client.open('GET', '/api/resources/many/', { replica: 0, headers: { 'Accept-Encoding': 'br' }, signal: gone.signal })
    answer.on('error', () => undefined)
    gone.abort();
    (await list('br', 0)).expect(200)
  }, FULL_MS)
})

describe('compressed answers', () => {
  const get = (path: string, accepted: string) => me.client.get(path, { headers: { 'Accept-Encoding': accepted } })

  it('are no smaller ones, none that the client refuses, and no downloads', async () => {
    await me.given({ 'a.txt': 'text '.repeat(2_000) })
    expect((await get('/api/usage/', 'br')).expect(200).headers).toMatchObject({ vary: 'Accept-Encoding' })
    expect((await get('/api/usage/', 'br')).headers['content-encoding']).toBeUndefined()
    expect((await get('/api/resources/a.txt', 'br;q=0, gzip;q=0')).headers['content-encoding']).toBeUndefined()
    expect((await get('/api/resources/a.txt', 'gzip;q=0.5, br;q=0.9')).headers['content-encoding']).toBe('br')
    expect((await get('/api/resources/a.txt', '*')).headers['content-encoding']).toBe('br')
    const raw = (await get('/api/raw/a.txt', 'br, gzip')).expect(200)
    expect([raw.headers['content-encoding'], raw.headers['content-length']]).toEqual([undefined, '10000'])
  })

  it('are the page\'s own files, each coding with its own ETag', async () => {
    const script = /static\/assets\/[\w.-]+\.js/.exec((await site.client().get('/')).text)?.[0] ?? ''
    const [plain, br, gzip] = [await get(`/${script}`, 'identity'), await get(`/${script}`, 'br'), await get(`/${script}`, 'gzip')]
    expect([zlib.brotliDecompressSync(br.body).equals(plain.body), zlib.gunzipSync(gzip.body).equals(plain.body)]).toEqual([true, true])
    expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3)
    for (const { headers } of [plain, br, gzip]) expect(headers.vary).toBe('Accept-Encoding')
    expect(br.headers['content-length']).toBe(String(br.body.length))
    const again = await me.client.get(`/${script}`, { headers: { 'Accept-Encoding': 'br', 'If-None-Match': String(br.headers.etag) } })
    expect(again.status).toBe(304);
    (await get(`/${script}.br`, 'identity')).expect(404)
  })
})
