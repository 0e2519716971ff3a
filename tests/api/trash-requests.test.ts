// How much is asked of S3 while a folder of many files goes to the trash, comes back, or is ended for good.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { happens } from '../helpers/until.ts'
import { type Counted, startCounted } from './counted.ts'
import { bucketOf } from './files-client.ts'

const LONG_MS = 180_000
const FILES = 300
/** What a request that removes many keys is held up by, so that there is time to look meanwhile. */
const SLOW_MS = 1_500

let nido: Counted
let s3: PlainS3
let asked: URL[] = []
let isSlow = false
beforeAll(async () => {
  nido = await startCounted((url) => {
    asked.push(url)
    return isSlow && url.searchParams.has('delete') ? SLOW_MS : 0
  })
  s3 = openS3(nido.servers)
}, LONG_MS)
afterAll(async () => {
  s3.close()
  await nido.stop()
}, LONG_MS)

/** A folder of many files, alone in another one. */
async function makeFolder(around: string): Promise<string> {
  const bucket = bucketOf(nido.nido.bucketPrefix, nido.me)
  const numbers = Array.from({ length: FILES }, (_, index) => index)
  ;(await nido.me.mkdir(`/${around}`)).expect(200)
  await mapParallel(numbers, 32, (index) => s3.put(bucket, `${around}/many/f${index}`, 'content'))
  await happens(async () => (await folder(`/${around}/many`)) === FILES, 'the index knows all')
  return bucket
}

const folder = async (path: string) => (await nido.me.folder(path)).items.length
const isClosed = async (note: string) =>
  (await nido.me.client.get('/api/trash'))
    .json<{ items: { id: string; pending: boolean }[] }>()
    .items.every(({ id, pending }) => id !== note || !pending)

async function remove(path: string): Promise<string> {
  const note = (await nido.me.remove(path)).expect(204).headers['x-trash-note'] ?? ''
  await happens(() => isClosed(note), 'the delete is closed', LONG_MS)
  return note
}

/** The pages of versions that were asked for. */
const pagesOfVersions = () =>
  asked.filter(({ searchParams }) => searchParams.has('versions') && searchParams.get('max-keys') === '1000')

describe('the trash, for a folder of many files', () => {
  it(
    'has the folder around looked at by single keys while it is deleted',
    async () => {
      await makeFolder('counted-around')
      isSlow = true
      ;(await nido.me.remove('/counted-around/many')).expect(204)
      asked = []
      expect(await folder('/counted-around')).toBe(0)
      const pages = asked.filter(
        ({ searchParams }) => searchParams.has('list-type') && searchParams.get('max-keys') === '1000',
      )
      isSlow = false
      expect(pages.map(({ searchParams }) => searchParams.get('prefix'))).not.toContain('counted-around/')
    },
    LONG_MS,
  )

  it(
    'lists a folder twice to restore it: before and after',
    async () => {
      await makeFolder('counted-back')
      const note = await remove('/counted-back/many')
      asked = []
      ;(await nido.me.restore(note)).expect(200)
      expect(await folder('/counted-back/many')).toBe(FILES)
      expect(pagesOfVersions()).toHaveLength(2)
    },
    LONG_MS,
  )

  it(
    'ends for good what nobody sees by few requests',
    async () => {
      const bucket = await makeFolder('counted-gone')
      const note = await remove('/counted-gone/many')
      const methods = await nido.during(async () => (await nido.me.client.delete(`/api/trash/${note}`)).expect(204))
      expect(methods.filter((method) => method === 'DELETE')).toEqual([])
      const left = await s3.versions(bucket, 'counted-gone/many/')
      expect(left.filter(({ isMarker }) => !isMarker)).toEqual([])
    },
    LONG_MS,
  )
})
