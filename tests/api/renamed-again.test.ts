// A large folder that is renamed once more while the first rename is still copying: both are answered at once, and
// everybody sees it under its newest name alone, whole, while its bytes take the way by the name in between.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { chance, type FailpointSite, openFailpointSite, type Scene } from '../faults/failpoint-site.ts'
import { filesBackedUp } from '../helpers/backups.ts'
import { runNido, settingsOf } from '../helpers/command.ts'
import { BOTH, contentOf, makeLargeFolder, nameOf, names, PARTS, search, turnedBack } from '../helpers/large-folder.ts'
import { unpackWithTools } from '../helpers/unpack.ts'
import { happens } from '../helpers/until.ts'

const FILES = 200
const LONG_MS = 180_000
const ALL = Array.from({ length: FILES }, (_, index) => nameOf(index)).toSorted()

let site: FailpointSite
beforeAll(async () => {
  site = await openFailpointSite()
}, LONG_MS)
afterAll(async () => site.stop(), LONG_MS)

/** Looks at the whole folder in every way: it is `third`, and no other name is there. */
async function expectWhole(house: Scene, hash: string): Promise<void> {
  const { person } = house
  for (const replica of BOTH) {
    expect(await names(house, '', replica)).toEqual(['Shared', 'first.txt', 'third'])
    for (const gone of ['from', 'to', 'to/part1']) expect(await names(house, gone, replica)).toEqual(['none'])
    expect(await names(house, 'third', replica)).toEqual([
      ...ALL.filter((name) => !name.includes('/')),
      'part1',
      'part3',
    ])
    expect(await names(house, 'third/part1', replica)).toHaveLength(FILES / PARTS)
    expect(await search(house, 'third', replica)).toEqual(ALL)
    expect((await search(house, '', replica)).filter((found) => found.includes('/'))).toHaveLength(FILES)
    expect((await person.get(`/api/public/dl/${hash}`, { replica })).expect(200).text).toBe(contentOf(7))
    for (const index of [0, 1, 2, FILES - 1]) {
      const get = await person.get(`/api/raw/third/${nameOf(index)}`, { replica })
      expect([get.status, get.text]).toEqual([200, contentOf(index)])
      for (const gone of ['from', 'to'])
        expect((await person.get(`/api/raw/${gone}/${nameOf(index)}`, { replica })).status).toBe(404)
    }
  }
  const [found] = Object.values(unpackWithTools((await person.get('/api/raw/third?algo=zip')).expect(200).body, 'zip'))
  expect(Object.fromEntries(Object.entries(found ?? {}).filter(([name]) => !name.endsWith('/')))).toEqual(
    Object.fromEntries(Array.from({ length: FILES }, (_, index) => [nameOf(index), contentOf(index)])),
  )
}

/** Renames the folder twice, by both replicas; the first rename is held before it has copied anything. */
async function renamedTwice() {
  const house = await makeLargeFolder(site, FILES)
  const { hash } = (await house.person.post(`/api/share/from/${nameOf(7)}`, {})).expect(200).json<{ hash: string }>()
  const committed = await house.hold('alias.committed', 'from')
  ;(await house.rename('from', 'to')).expect(200)
  await committed.reached()
  ;(await house.rename('to', 'third', { replica: 1 })).expect(200)
  return { house, hash, committed }
}

/** The index of each replica tells the folder, so that nobody asks S3: then a listing has a version. */
async function untilTold({ person }: Scene): Promise<void> {
  for (const replica of BOTH)
    for (const folder of ['', 'third', 'third/part1'])
      await happens(
        async () => 'etag' in (await person.get(`/api/resources/${folder}`, { replica })).headers,
        'the index follows',
      )
}

describe('a large folder that is renamed again', () => {
  it(
    'is seen whole under its newest name at every step of both renames',
    async () => {
      const { house, hash, committed } = await renamedTwice()
      const { bucket, s3 } = house
      expect([await s3.list(bucket, 'to/'), await s3.list(bucket, 'third/')]).toEqual([[], []])
      await expectWhole(house, hash)
      await untilTold(house)
      await expectWhole(house, hash)
      const steps = [
        ['copy.version', 'to/part1/f1.txt'],
        ['alias.copied', 'from'],
        ['move.removed', 'from'],
        ['copy.version', 'third/part1/f1.txt'],
        ['alias.copied', 'to'],
        ['move.removed', 'to'],
      ] as const
      let before = committed
      for (const [point, about] of steps) {
        const held = await house.hold(point, about)
        await before.release()
        await held.reached()
        await expectWhole(house, hash)
        await untilTold(house)
        before = held
      }
      await before.release()
      await house.done()
      await expectWhole(house, hash)
      expect(await s3.list(bucket, 'third/')).toHaveLength(FILES)
      expect([await s3.versions(bucket, 'from/'), await s3.versions(bucket, 'to/')]).toEqual([[], []])
    },
    LONG_MS,
  )

  it(
    'takes in what is new under its newest name, and late uploads under the earlier ones',
    async () => {
      const house = await makeLargeFolder(site, FILES)
      const { person } = house
      ;(await person.post('/api/resources/other/one.md', 'one')).expect(200)
      const late = await house.hold('writer.checked', 'from/f-late.txt')
      const uploading = person.post('/api/resources/from/f-late.txt', 'late', { replica: 1 })
      await late.reached()
      const committed = await house.hold('alias.committed', 'from')
      ;(await house.rename('from', 'to')).expect(200)
      await committed.reached()
      const middle = await house.hold('writer.settles', 'to/f-middle.txt')
      const uploadingToo = person.post('/api/resources/to/f-middle.txt', 'middle', { replica: 1 })
      await middle.reached()
      ;(await house.rename('to', 'third')).expect(200)
      await Promise.all([late.release(), middle.release()])
      for (const one of [uploading, uploadingToo]) (await one).expect(200)
      for (const replica of BOTH)
        (await person.post(`/api/resources/third/part1/f-new${replica}.txt`, 'new', { replica })).expect(200)
      const added = ['f-late.txt', 'f-middle.txt', 'part1/f-new0.txt', 'part1/f-new1.txt']
      for (const replica of BOTH) {
        const told = await Promise.all(added.map((name) => person.get(`/api/raw/third/${name}`, { replica })))
        expect(told.map(({ text }) => text)).toEqual(['late', 'middle', 'new', 'new'])
        expect(await search(house, 'third', replica)).toEqual([...ALL, ...added].toSorted())
      }
      // What changes a file of the folder waits for both renames, and comes on top.
      const changing = person.put(`/api/resources/third/${nameOf(0)}`, 'newer', { replica: 1 })
      // So does what takes the name in between.
      const taking = house.rename('other', 'to', { replica: 1 })
      await chance(Promise.race([changing, taking]))
      expect((await person.get(`/api/raw/third/${nameOf(0)}`)).text).toBe(contentOf(0))
      await committed.release()
      for (const one of [changing, taking]) (await one).expect(200)
      await house.done()
      for (const replica of BOTH) {
        expect(await search(house, 'third', replica)).toEqual([...ALL, ...added].toSorted())
        expect((await person.get(`/api/raw/third/${nameOf(0)}`, { replica })).text).toBe('newer')
      }
      expect(Object.keys(await house.tree()).filter((key) => /^(from|to)\//.test(key))).toEqual(['to/one.md'])
    },
    LONG_MS,
  )

  it(
    'is turned back from its newest name first, and then from the one in between',
    async () => {
      const { house, committed } = await renamedTwice()
      const { person, bucket, s3 } = house
      const pending = async (name: string) =>
        (await house.operations()).find(({ destination }) => destination?.endsWith(name))
      const [first, second] = [await pending('to'), await pending('third')]
      expect([first?.canCancel, second?.canCancel]).toEqual([false, true])
      ;(await person.delete(`/api/operations/${first?.id}`)).expect(409)
      ;(await person.delete(`/api/operations/${second?.id}`)).expect(204)
      await happens(async () => (await pending('third'))?.state === 'undone', 'the second is turned back', LONG_MS)
      for (const replica of BOTH) {
        expect(await names(house, '', replica)).toEqual(['Shared', 'first.txt', 'to'])
        expect(await search(house, 'to', replica)).toEqual(ALL)
      }
      await turnedBack(house, { id: first?.id, replica: 1, held: committed })
      await happens(async () => (await pending('to'))?.state === 'undone', 'the first is turned back', LONG_MS)
      for (const replica of BOTH) {
        expect(await names(house, '', replica)).toEqual(['Shared', 'first.txt', 'from'])
        expect(await search(house, 'from', replica)).toEqual(ALL)
      }
      expect([await s3.versions(bucket, 'to/'), await s3.versions(bucket, 'third/')]).toEqual([[], []])
    },
    LONG_MS,
  )

  it(
    'is a whole folder for a backup, and no fault of the household',
    async () => {
      const { house, committed } = await renamedTwice()
      const half = await house.hold('copy.version', 'to/part1/f1.txt')
      await committed.release()
      await half.reached()
      const stored = await filesBackedUp(site.nido, house.bucket)
      const { code, out } = await runNido(['fsck', '--json'], settingsOf(site.nido))
      await half.release()
      await house.done()
      expect(stored.map(({ key }) => key).toSorted()).toEqual(['first.txt', ...ALL.map((name) => `third/${name}`)])
      expect({ code, out }).toMatchObject({ code: 0 })
    },
    LONG_MS,
  )
})

describe('a film that is renamed again', () => {
  it(
    'is seen under its newest name alone, and read on while its bytes travel',
    async () => {
      const house = await site.scene()
      const { person, bucket, s3 } = house
      const film = randomBytes(17 * 1024 * 1024)
      ;(await person.post('/api/resources/film.mkv', film)).expect(200)
      const isKnown = async (replica: number) =>
        'etag' in (await person.get('/api/resources/', { replica })).expect(200).headers
      for (const replica of BOTH) await happens(() => isKnown(replica), 'the index knows the film')
      const committed = await house.hold('alias.committed', 'film.mkv')
      ;(await house.rename('film.mkv', 'seen.mkv')).expect(200)
      await committed.reached()
      ;(await house.rename('seen.mkv', 'loved.mkv', { replica: 1 })).expect(200)
      const look = async () => {
        for (const replica of BOTH) {
          expect(await names(house, '', replica)).toEqual(['Shared', 'loved.mkv'])
          expect((await person.get('/api/raw/loved.mkv', { replica })).expect(200).body.equals(film)).toBe(true)
          for (const gone of ['film.mkv', 'seen.mkv']) (await person.get(`/api/raw/${gone}`, { replica })).expect(404)
        }
      }
      await look()
      const second = await house.hold('alias.copied', 'seen.mkv')
      await committed.release()
      await second.reached()
      await look()
      await second.release()
      await house.done()
      await look()
      expect((await s3.list(bucket)).map(({ key }) => key)).toEqual(['loved.mkv'])
    },
    LONG_MS,
  )
})

describe('the owners of both renames', () => {
  it(
    'may be killed: another one ends them in turn',
    async () => {
      const house = await makeLargeFolder(site, FILES)
      const { hash } = (await house.person.post(`/api/share/from/${nameOf(7)}`, {}))
        .expect(200)
        .json<{ hash: string }>()
      const half = await house.hold('copy.version', 'to/part1/f1.txt')
      ;(await house.rename('from', 'to')).expect(200)
      await half.reached()
      ;(await house.rename('to', 'third')).expect(200)
      await site.nido.replicas[0]?.kill()
      await half.release()
      await site.renewFirst()
      await expectWhole(house, hash)
      await house.done()
      await expectWhole(house, hash)
      const { bucket, s3 } = house
      expect(await s3.list(bucket, 'third/')).toHaveLength(FILES)
      expect([await s3.list(bucket, 'from/'), await s3.list(bucket, 'to/')]).toEqual([[], []])
    },
    LONG_MS,
  )
})
