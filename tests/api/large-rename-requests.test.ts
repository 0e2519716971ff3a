// How much is asked before a rename of many files is answered: the same for any number of them.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { happens } from '../helpers/until.ts'
import { type Counted, startCounted } from './counted.ts'
import { bucketOf } from './files-client.ts'

const LONG_MS = 180_000
/** Its owner begins to copy while the answer is on its way. */
const MOST = 40

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
})
