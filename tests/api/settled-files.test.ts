// A file of a large folder that was just renamed may be changed before all others are copied: its owner brings it
// first.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type FailpointSite, openFailpointSite, type Scene } from '../faults/failpoint-site.ts'
import { filesBackedUp } from '../helpers/backups.ts'
import { BOTH, contentOf, makeLargeFolder, nameOf, names, search } from '../helpers/large-folder.ts'
import { happens } from '../helpers/until.ts'

/** Copying them takes many times as long as settling some. */
const FILES = 4_000
const LONG_MS = 240_000
const ALL_NUMBERS = new Map(Array.from({ length: FILES }, (_, index) => [nameOf(index), index]))
const ALL = [...ALL_NUMBERS.keys()].toSorted()
/** The last ones to be copied, as keys are taken in their order. */
const [CHANGED, DELETED, RENAMED, SHARED] = ALL.slice(-8).filter((_, index) => index % 2 === 0) as [
  string,
  string,
  string,
  string,
]

let site: FailpointSite
beforeAll(async () => {
  site = await openFailpointSite()
}, LONG_MS)
afterAll(async () => site.stop(), LONG_MS)

const isUnderWay = async (house: Scene) => (await house.operations()).some(({ state }) => state === 'removing')

describe('a file of a large folder that was just renamed', () => {
  it(
    'is replaced, deleted, renamed and shared at once, and the rest of the folder follows',
    async () => {
      const house = await makeLargeFolder(site, FILES)
      const { person, bucket, s3 } = house
      ;(await house.rename('from', 'to')).expect(200)
      ;(await person.put(`/api/resources/to/${CHANGED}`, 'newer', { replica: 1 })).expect(200)
      ;(await person.delete(`/api/resources/to/${DELETED}`)).expect(204)
      ;(await house.rename(`to/${RENAMED}`, 'to/f-renamed.txt', { replica: 1 })).expect(200)
      const { hash } = (await person.post(`/api/share/to/${SHARED}`, {})).expect(200).json<{ hash: string }>()
      ;(await person.put(`/api/resources/to/${CHANGED}`, 'newest')).expect(200)
      expect(await isUnderWay(house)).toBe(true)
      const expected = [...ALL.filter((name) => name !== DELETED && name !== RENAMED), 'f-renamed.txt'].toSorted()
      const look = async () => {
        for (const replica of BOTH) {
          const read = async (path: string) => (await person.get(`/api/raw/${path}`, { replica })).text
          expect(await read(`to/${CHANGED}`)).toBe('newest')
          expect(await read('to/f-renamed.txt')).toBe(contentOf(ALL_NUMBERS.get(RENAMED) ?? -1))
          for (const gone of [`to/${DELETED}`, `to/${RENAMED}`, `from/${CHANGED}`, `from/${DELETED}`])
            expect((await person.get(`/api/raw/${gone}`, { replica })).status).toBe(404)
          expect(await names(house, 'to', replica)).toEqual(
            [...expected.filter((name) => !name.includes('/')), 'part1', 'part3'].toSorted(),
          )
          expect(await names(house, 'from', replica)).toEqual(['none'])
          await happens(async () => (await search(house, 'to', replica)).join() === expected.join(), 'all are found')
        }
      }
      await look()
      await house.done()
      await look()
      ;(await person.get(`/api/public/dl/${hash}`)).expect(200)
      const files = (await s3.list(bucket, 'to/')).filter(({ key }) => !key.endsWith('/'))
      expect(files).toHaveLength(expected.length)
      expect(await s3.list(bucket, 'from/')).toEqual([])
    },
    LONG_MS,
  )

  it(
    'keeps its rename from being turned back, and is in a backup once',
    async () => {
      const house = await makeLargeFolder(site, FILES)
      const { person } = house
      ;(await house.rename('from', 'to')).expect(200)
      ;(await person.put(`/api/resources/to/${CHANGED}`, 'newer')).expect(200)
      const [pending] = await house.operations()
      expect(pending).toMatchObject({ state: 'removing', canCancel: false })
      ;(await person.delete(`/api/operations/${pending?.id}`)).expect(409)
      const stored = await filesBackedUp(site.nido, house.bucket)
      expect(stored.map(({ key }) => key).toSorted()).toEqual(['first.txt', ...ALL.map((name) => `to/${name}`)])
      await house.done()
      expect((await person.get(`/api/raw/to/${CHANGED}`)).text).toBe('newer')
    },
    LONG_MS,
  )

  it(
    'is brought by whoever goes on, if its owner is killed',
    async () => {
      const house = await makeLargeFolder(site, FILES)
      const { person, bucket, s3 } = house
      const settling = await house.hold('alias.settles', `to/${CHANGED}`)
      ;(await house.rename('from', 'to')).expect(200)
      const changing = person.put(`/api/resources/to/${CHANGED}`, 'newer', { replica: 1 })
      await settling.reached()
      await site.nido.replicas[0]?.kill()
      await settling.release()
      ;(await changing).expect(200)
      await site.renewFirst()
      await house.done()
      for (const replica of BOTH)
        expect((await person.get(`/api/raw/to/${CHANGED}`, { replica })).expect(200).text).toBe('newer')
      expect(await s3.list(bucket, 'from/')).toEqual([])
      expect(await s3.list(bucket, 'to/')).toHaveLength(FILES)
    },
    LONG_MS,
  )
})
