// How much is asked before a rename of many files is answered: the same for any number of them.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { happens } from '../helpers/until.ts'
import { putMany } from '../bench/subjects/snowball.ts'
import { type Counted, startCounted } from './counted.ts'
import { bucketOf } from './files-client.ts'

const LONG_MS = 180_000
/** It takes three. Its owner begins a moment later, which may be before the answer is there on a busy machine. */
const MOST = 40
/** What takes long to put, and to copy. */
const MANY = 20_000

let nido: Counted
let s3: PlainS3
beforeAll(async () => {
  nido = await startCounted()
  s3 = openS3(nido.servers)
}, LONG_MS)
afterAll(async () => {
  s3.close()
  await nido.stop()
}, LONG_MS)

describe('a rename of a large folder', () => {
  it(
    'asks no more for a thousand files than for a hundred',
    async () => {
      const { me } = nido
      const bucket = bucketOf(nido.nido.bucketPrefix, me)
      ;(await me.mkdir('/counted-first')).expect(200)
      for (const count of [100, 1_000]) {
        const folder = `counted-${count}`
        const numbers = Array.from({ length: count }, (_, index) => index)
        await mapParallel(numbers, 32, (index) => s3.put(bucket, `${folder}/f${index}`, 'content'))
        await happens(async () => (await me.folder(`/${folder}`)).items.length === count, 'the index knows all')
        const asked = await nido.during(async () => (await me.rename(`/${folder}`, `/counted${count}`)).expect(200))
        expect(asked.length).toBeLessThan(MOST)
        expect((await me.folder(`/counted${count}`)).items).toHaveLength(count)
        await happens(async () => (await s3.versions(bucket, `${folder}/`)).length === 0, 'the rename ends')
      }
    },
    LONG_MS,
  )

  it(
    'goes the plain way to the name of something deleted, and is refused at that of a file',
    async () => {
      const { me } = nido
      const bucket = bucketOf(nido.nido.bucketPrefix, me)
      await me.given({ 'counted-taken': 'a file', 'counted-gone': 'deleted' })
      ;(await me.remove('/counted-gone')).expect(204)
      const numbers = Array.from({ length: 60 }, (_, index) => index)
      await mapParallel(numbers, 32, (index) => s3.put(bucket, `counted-some/f${index}`, 'content'))
      await happens(async () => (await me.folder('/counted-some')).items.length === 60, 'the index knows all')
      ;(await me.rename('/counted-some', '/counted-taken')).expect(409)
      const asked = await nido.during(async () => (await me.rename('/counted-some', '/counted-gone')).expect(200))
      expect(asked.filter((method) => method === 'PUT').length).toBeGreaterThanOrEqual(60)
      expect((await me.folder('/counted-gone')).items).toHaveLength(60)
      ;(await me.info('/counted-some')).expect(404)
      expect(await me.read('/counted-taken')).toBe('a file')
    },
    LONG_MS,
  )
})

describe('a copy of as many files', () => {
  it(
    'is answered when everything has its copy, and leaves what it was made of',
    async () => {
      const { me } = nido
      const bucket = bucketOf(nido.nido.bucketPrefix, me)
      const numbers = Array.from({ length: 60 }, (_, index) => index)
      await mapParallel(numbers, 32, (index) => s3.put(bucket, `original/f${index}`, 'content'))
      await happens(async () => (await me.folder('/original')).items.length === 60, 'the index knows all')
      ;(await me.change('copy', '/original', '/copied')).expect(200)
      for (const folder of ['original', 'copied']) {
        expect((await me.folder(`/${folder}`)).items).toHaveLength(60)
        expect(await s3.list(bucket, `${folder}/`)).toHaveLength(60)
      }
    },
    LONG_MS,
  )
})

describe('two renames of one folder at the same moment', () => {
  it(
    'end with one new name, and the other one is told that nothing is there',
    async () => {
      const { me } = nido
      const bucket = bucketOf(nido.nido.bucketPrefix, me)
      const numbers = Array.from({ length: 60 }, (_, index) => index)
      await mapParallel(numbers, 32, (index) => s3.put(bucket, `twice/f${index}`, 'content'))
      await happens(async () => (await me.folder('/twice')).items.length === 60, 'the index knows all')
      const answers = await Promise.all(['one', 'other'].map((name) => me.rename('/twice', `/twice-${name}`)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
      const shown = (await me.names('/')).filter((name) => name.startsWith('twice'))
      expect(shown).toEqual([answers[0]?.status === 200 ? 'twice-one' : 'twice-other'])
    },
    LONG_MS,
  )
})

describe('a large folder with a file that cannot be copied', () => {
  it(
    'is back under its old name after some tries, and may be changed again',
    async () => {
      const { me, proxy } = nido
      const bucket = bucketOf(nido.nido.bucketPrefix, me)
      const numbers = Array.from({ length: 100 }, (_, index) => index)
      await mapParallel(numbers, 32, (index) => s3.put(bucket, `odd/f${index}`, 'content'))
      await happens(async () => (await me.folder('/odd')).items.length === 100, 'the index knows all')
      proxy.refuse(({ method, url, headers }) => method === 'PUT' && isCopyOfOne(url, headers), {
        status: 400,
        code: 'InvalidRequest',
        message: 'The object was stored using a form of Server Side Encryption.',
      })
      ;(await me.rename('/odd', '/new')).expect(200)
      expect(await me.read('/new/f50')).toBe('content')
      await happens(async () => (await me.raw('/odd/f50')).status === 200, 'it is back', LONG_MS)
      ;(await me.raw('/new/f50')).expect(404)
      await happens(async () => (await s3.versions(bucket, 'new/')).length === 0, 'its copies are gone')
      proxy.refuse(null)
      expect((await me.folder('/odd')).items).toHaveLength(100)
      await happens(async () => (await me.save('/odd/f1', 'changed')).status === 200, 'it may be changed')
      ;(await me.rename('/odd', '/new')).expect(200)
      expect(await me.read('/new/f1')).toBe('changed')
    },
    LONG_MS,
  )
})

describe('a folder of very many files', () => {
  // The last one: its owner is still at it when all ends.
  it(
    'is renamed by as many requests, and seen whole at once, in and around it',
    async () => {
      const { me } = nido
      const names = Array.from({ length: MANY }, (_, index) => `counted-many/part-${index % 100}/f${index}.txt`)
      await putMany(nido.servers, bucketOf(nido.nido.bucketPrefix, me), names)
      const found = async (folder: string) =>
        (await me.client.get(`/api/search/${folder}?query=.txt`)).json<unknown[]>().length
      await happens(async () => (await found('counted-many')) === MANY, 'the index knows all')
      const asked = await nido.during(async () =>
        (await me.rename('/counted-many', '/counted-a-longer-name')).expect(200),
      )
      expect(asked.length).toBeLessThan(MOST)
      expect((await me.folder('/counted-a-longer-name')).items).toHaveLength(100)
      expect((await me.folder('/counted-a-longer-name/part-99')).items).toHaveLength(MANY / 100)
      expect(await found('counted-a-longer-name')).toBe(MANY)
      ;(await me.info('/counted-many')).expect(404)
      expect((await me.raw('/counted-a-longer-name/part-99/f199.txt')).status).toBe(200)
    },
    LONG_MS,
  )
})

const isCopyOfOne = (url: URL, headers: Record<string, unknown>): boolean =>
  url.pathname.endsWith('/new/f50') && headers['x-amz-copy-source'] !== undefined
