// A rename of many files is answered before they are copied. From then on everybody sees the folder under its new name
// alone, whole and in every way there is to look, while its bytes are still on their way.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { FolderResource } from '../../backend/contract/resources.ts'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import { type FailpointSite, openFailpointSite, type Scene } from '../faults/failpoint-site.ts'
import { filesBackedUp } from '../helpers/backups.ts'
import { runNido, settingsOf } from '../helpers/command.ts'
import { BOTH, contentOf, makeLargeFolder, nameOf, names, PARTS, search, turnedBack } from '../helpers/large-folder.ts'
import { unpackWithTools } from '../helpers/unpack.ts'
import { happens } from '../helpers/until.ts'

const FILES = 1_000
const LONG_MS = 180_000
const BYTES = Array.from({ length: FILES }, (_, index) => contentOf(index).length).reduce((a, b) => a + b, 0)

let site: FailpointSite
beforeAll(async () => {
  site = await openFailpointSite()
}, LONG_MS)
afterAll(async () => site.stop(), LONG_MS)

const makeFolder = (count = FILES) => makeLargeFolder(site, count)

const ALL = Array.from({ length: FILES }, (_, index) => nameOf(index)).toSorted()
const copies = async ({ bucket, s3 }: Scene) => (await s3.list(bucket, 'to/')).length
/** Looks at one file in every way; answers what is wrong. */
async function wrongWith({ person }: Scene, index: number, replica: number): Promise<string | null> {
  const name = nameOf(index)
  const [get, part, head, old] = await Promise.all([
    person.get(`/api/raw/to/${name}`, { replica }),
    person.get(`/api/raw/to/${name}`, { replica, headers: { Range: 'bytes=3-6' } }),
    person.head(`/api/raw/to/${name}`, { replica }),
    person.get(`/api/raw/from/${name}`, { replica }),
  ])
  const content = contentOf(index)
  if (get.status !== 200 || get.text !== content) return `${name}: ${get.status} ${get.text}`
  if (part.status !== 206 || part.text !== content.slice(3, 7)) return `${name}: range ${part.status} ${part.text}`
  if (head.status !== 200 || Number(head.headers['content-length']) !== content.length) return `${name}: ${head.status}`
  return old.status === 404 ? null : `${name} under its old name: ${old.status}`
}

/** Looks at the whole folder in every way. */
async function expectWhole(house: Scene, hash: string): Promise<void> {
  const { person } = house
  for (const replica of BOTH) {
    expect(await names(house, '', replica)).toEqual(['Shared', 'first.txt', 'to'])
    expect(await names(house, 'from', replica)).toEqual(['none'])
    expect(await names(house, 'to', replica)).toEqual([...ALL.filter((name) => !name.includes('/')), 'part1', 'part3'])
    expect(await names(house, 'to/part1', replica)).toHaveLength(FILES / PARTS)
    expect(await search(house, 'to', replica)).toEqual(ALL)
    expect((await search(house, '', replica)).filter((found) => found.startsWith('to/'))).toHaveLength(FILES)
    expect(await search(house, 'from', replica)).toEqual([])
    expect((await person.get('/api/resources/', { replica })).json<FolderResource>().items).toContainEqual(
      expect.objectContaining({ name: 'to', size: BYTES }),
    )
    expect((await person.get(`/api/public/dl/${hash}`, { replica })).expect(200).text).toBe(contentOf(7))
    for (const index of [0, 1, 2, FILES - 1]) expect(await wrongWith(house, index, replica)).toBeNull()
  }
  const zip = (await person.get('/api/raw/to?algo=zip')).expect(200).body
  const [found] = Object.values(unpackWithTools(zip, 'zip'))
  const files = Object.entries(found ?? {}).filter(([name]) => !name.endsWith('/'))
  expect(Object.fromEntries(files)).toEqual(
    Object.fromEntries(Array.from({ length: FILES }, (_, index) => [nameOf(index), contentOf(index)])),
  )
}

/** Renames the folder, and turns that back when some of it is copied. */
async function turnBack(house: Scene, meanwhile = async () => {}) {
  const half = await house.hold('copy.version', 'to/part1/f1.txt')
  ;(await house.rename('from', 'to')).expect(200)
  await half.reached()
  await meanwhile()
  const [pending] = await house.operations()
  expect(pending).toMatchObject({ state: 'removing', canCancel: true })
  await turnedBack(house, { id: pending?.id, replica: 1, held: half })
  for (const replica of BOTH) expect(await search(house, 'from', replica)).toEqual(ALL)
  await happens(async () => (await house.operations())[0]?.state === 'undone', 'it is turned back', LONG_MS)
  return pending
}

describe('a rename of a thousand files', () => {
  it(
    'is answered before the first one is copied, and seen whole by everybody until all are',
    async () => {
      const house = await makeFolder()
      const { person, bucket, s3 } = house
      const { hash } = (await person.post(`/api/share/from/${nameOf(7)}`, {})).expect(200).json<{ hash: string }>()
      const committed = await house.hold('alias.committed', 'from')
      ;(await house.rename('from', 'to')).expect(200)
      await committed.reached()
      expect(await copies(house)).toBe(0)
      await expectWhole(house, hash)
      // The index alone tells that, once it has heard of all that was written before: then a listing has a version.
      for (const replica of BOTH)
        for (const folder of ['', 'to', 'to/part1'])
          await happens(
            async () => 'etag' in (await person.get(`/api/resources/${folder}`, { replica })).headers,
            'the index follows',
          )
      await expectWhole(house, hash)
      const half = await house.hold('copy.version', 'to/part1/f1.txt')
      await committed.release()
      await half.reached()
      await happens(async () => (await copies(house)) > 1, 'some are copied')
      await expectWhole(house, hash)
      const copied = await house.hold('alias.copied', 'from')
      await half.release()
      await copied.reached()
      expect(await copies(house)).toBe(FILES)
      await expectWhole(house, hash)
      await copied.release()
      await house.done()
      await expectWhole(house, hash)
      expect(await s3.versions(bucket, 'from/')).toEqual([])
    },
    LONG_MS,
  )

  it(
    'shows each file once at every moment',
    async () => {
      const house = await makeFolder()
      ;(await house.rename('from', 'to')).expect(200)
      const moving = { isDone: false }
      const ended = house.done().finally(() => {
        moving.isDone = true
      })
      const wrong: string[] = []
      let looks = 0
      await Promise.all(
        Array.from({ length: 4 }, async (_, lane) => {
          for (; !moving.isDone; looks += 1) {
            const replica = lane % 2
            const told = await wrongWith(house, Math.floor(Math.random() * FILES), replica)
            if (told !== null) wrong.push(told)
            if (lane > 1) continue
            const found = await search(house, 'to', replica)
            if (found.join() !== ALL.join()) wrong.push(`a search finds ${found.length}`)
            const shown = await names(house, 'to', replica)
            if (shown.length !== FILES / 2 + 2) wrong.push(`a listing has ${shown.length}`)
          }
        }),
      )
      await ended
      expect(wrong).toEqual([])
      expect(looks).toBeGreaterThan(10)
      expect(await copies(house)).toBe(FILES)
    },
    LONG_MS,
  )

  it(
    'takes a late upload along, and lets those wait for its end who change what it has',
    async () => {
      const house = await makeFolder()
      const { person } = house
      const late = await house.hold('writer.checked', 'from/late.txt')
      const uploading = person.post('/api/resources/from/late.txt', 'late', { replica: 1 })
      await late.reached()
      const half = await house.hold('copy.version', 'to/part1/f1.txt')
      ;(await house.rename('from', 'to')).expect(200)
      await half.reached()
      await late.release()
      ;(await uploading).expect(200)
      expect((await person.get('/api/raw/to/late.txt')).expect(200).text).toBe('late')
      ;(await person.get('/api/raw/from/late.txt')).expect(404)
      const after = [
        person.put(`/api/resources/to/${nameOf(0)}`, 'newer', { replica: 1 }),
        person.post('/api/resources/from/again.txt', 'again', { replica: 1 }),
        person.delete(`/api/resources/to/${nameOf(2)}`, { replica: 1 }),
      ]
      await half.release()
      const [put, posted, deleted] = await Promise.all(after)
      expect([put?.status, posted?.status, deleted?.status]).toEqual([200, 200, 204])
      await house.done()
      expect((await person.get('/api/raw/to/late.txt')).expect(200).text).toBe('late')
      expect((await person.get(`/api/raw/to/${nameOf(0)}`)).expect(200).text).toBe('newer')
      expect((await person.get('/api/raw/from/again.txt')).expect(200).text).toBe('again')
      ;(await person.get(`/api/raw/to/${nameOf(2)}`)).expect(404)
      await happens(async () => (await names(house, 'from', 0)).join() === 'again.txt', 'the new folder')
      expect(await names(house, 'from', 1)).toEqual(['again.txt'])
    },
    LONG_MS,
  )

  it(
    'lets nobody wait who puts something new under the new name',
    async () => {
      const house = await makeFolder()
      const { person } = house
      const steps = await Promise.all([
        house.hold('alias.committed', 'from'),
        house.hold('copy.version', 'to/part1/f1.txt'),
        house.hold('move.committed', 'from'),
      ])
      ;(await house.rename('from', 'to')).expect(200)
      const added: string[] = []
      for (const [step, held] of steps.entries()) {
        await held.reached()
        for (const replica of BOTH) {
          const folder = `new${step}${replica}`
          ;(await person.post(`/api/resources/to/f-new${step}${replica}.txt`, 'new', { replica })).expect(200)
          ;(await person.post(`/api/resources/to/part1/${folder}/`, '', { replica })).expect(200)
          ;(await person.post(`/api/resources/to/part1/${folder}/f.txt`, 'inner', { replica })).expect(200)
          added.push(`f-new${step}${replica}.txt`, `part1/${folder}/f.txt`)
        }
        for (const replica of BOTH) {
          for (const name of added)
            expect((await person.get(`/api/raw/to/${name}`, { replica })).expect(200).text).toMatch(/^(new|inner)$/)
          expect(await names(house, 'to', replica)).toEqual(expect.arrayContaining([`f-new${step}0.txt`, 'f0.txt']))
          expect(await names(house, 'to/part1', replica)).toHaveLength(FILES / PARTS + 2 * (step + 1))
          // The index has taken them in, and goes on to tell of the move.
          await happens(async () => (await search(house, 'to', replica)).length === FILES + added.length, 'all found')
          const told = async () => 'etag' in (await person.get('/api/resources/to', { replica })).headers
          await happens(told, 'the index follows')
        }
        await held.release()
      }
      await house.done()
      for (const replica of BOTH) expect(await search(house, 'to', replica)).toEqual([...ALL, ...added].toSorted())
      expect(await copies(house)).toBe(FILES + added.length + steps.length * 2)
    },
    LONG_MS,
  )

  it(
    'may be turned back, and what is new under the new name stays there',
    async () => {
      const house = await makeFolder()
      const { person, bucket, s3 } = house
      await turnBack(house, async () => {
        ;(await person.post('/api/resources/to/f-new.txt', 'new', { replica: 1 })).expect(200)
      })
      for (const replica of BOTH) {
        expect(await names(house, 'to', replica)).toEqual(['f-new.txt'])
        expect(await search(house, 'from', replica)).toEqual(ALL)
        expect((await person.get('/api/raw/to/f-new.txt', { replica })).expect(200).text).toBe('new')
      }
      expect(await s3.versions(bucket, 'to/')).toHaveLength(1)
    },
    LONG_MS,
  )

  it(
    'may be turned back until all is copied: everything is under its old name again',
    async () => {
      const house = await makeFolder()
      const { person, bucket, s3 } = house
      const pending = await turnBack(house)
      for (const replica of BOTH) {
        expect(await names(house, '', replica)).toEqual(['Shared', 'first.txt', 'from'])
        expect(await names(house, 'to', replica)).toEqual(['none'])
        expect(await search(house, 'from', replica)).toEqual(ALL)
      }
      expect(await s3.versions(bucket, 'to/')).toEqual([])
      ;(await person.put(`/api/resources/from/${nameOf(0)}`, 'newer', { replica: 1 })).expect(200)
      ;(await person.delete(`/api/operations/${pending?.id}`)).expect(409)
    },
    LONG_MS,
  )

  it(
    'is no fault in the household while it lasts',
    async () => {
      const house = await makeFolder()
      const half = await house.hold('copy.version', 'to/part1/f1.txt')
      ;(await house.rename('from', 'to')).expect(200)
      await half.reached()
      const { code, out } = await runNido(['fsck', '--json'], settingsOf(site.nido))
      await half.release()
      expect({ code, out }).toMatchObject({ code: 0 })
      await house.done()
    },
    LONG_MS,
  )
})

describe('a backup of a household in which a large folder is moved', () => {
  it(
    'has each file once, under its new name, wherever its bytes are',
    async () => {
      const house = await makeFolder()
      const half = await house.hold('copy.version', 'to/part1/f1.txt')
      ;(await house.rename('from', 'to')).expect(200)
      await half.reached()
      await happens(async () => (await copies(house)) > 1, 'some are copied')
      const stored = await filesBackedUp(site.nido, house.bucket)
      await half.release()
      await house.done()
      const hashes = Array.from({ length: FILES }, (_, index) => [
        `to/${nameOf(index)}`,
        createHash('sha256').update(contentOf(index)).digest('hex'),
      ])
      expect(stored.map(({ key }) => key).toSorted()).toEqual(['first.txt', ...ALL.map((name) => `to/${name}`)])
      expect(Object.fromEntries(stored.map(({ key, sha256 }) => [key, sha256]))).toMatchObject(
        Object.fromEntries(hashes),
      )
    },
    LONG_MS,
  )
})

const STEPS = [
  'copy.checked',
  'alias.committed',
  'copy.version',
  'alias.copied',
  'move.committed',
  'move.half',
  'move.removed',
] as const
/** Enough for a rename to be seen before it is done. */
const SOME = 60

describe('its owner', () => {
  it(
    'may be killed at any step: another one goes on, and nothing is lost, doubled or seen twice',
    async () => {
      const house = await makeFolder(0)
      const { person, bucket, s3 } = house
      for (const step of STEPS.keys()) {
        await s3.put(bucket, `from-${step}/f0.txt`, 'older')
        const numbers = Array.from({ length: SOME }, (_, index) => index)
        await mapParallel(numbers, 32, (index) => s3.put(bucket, `from-${step}/f${index}.txt`, contentOf(index)))
      }
      await happens(async () => (await search(house, '', 0)).length === STEPS.length * SOME + 1, 'the index knows all')
      const { hash } = (await person.post('/api/share/from-2/f7.txt', {})).expect(200).json<{ hash: string }>()
      const held = await Promise.all(
        STEPS.map((point, step) => house.hold(point, `${point.startsWith('copy') ? 'to' : 'from'}-${step}`)),
      )
      const asked = STEPS.map((_, step) => house.rename(`from-${step}`, `to-${step}`).catch(() => null))
      await Promise.all(held.map((one) => one.reached()))
      await site.nido.replicas[0]?.kill()
      await Promise.all(held.map((one) => one.release()))
      await Promise.all(asked)
      const places = async (step: number) =>
        Promise.all(
          ['from', 'to'].flatMap((side) =>
            [0, 7, SOME - 1].map(async (index) => {
              const answer = await person.get(`/api/raw/${side}-${step}/f${index}.txt`, { replica: 1 })
              return answer.status === 200 ? answer.text === contentOf(index) : answer.status
            }),
          ),
        )
      const isThere = [true, true, true]
      const isGone = [404, 404, 404]
      const expected = STEPS.map((step) =>
        step === 'copy.checked' ? [...isThere, ...isGone] : [...isGone, ...isThere],
      )
      expect(await Promise.all([...STEPS.keys()].map(places))).toEqual(expected)
      await house.done()
      await happens(
        async () => (await s3.list(bucket, 'from-')).length === SOME && (await s3.list(bucket, 'to-')).length > 0,
        'the old names are empty',
        LONG_MS,
      )
      expect(await Promise.all([...STEPS.keys()].map(places))).toEqual(expected)
      const left = (await s3.list(bucket)).filter(({ key }) => key.endsWith('.txt')).length
      expect(left).toBe(STEPS.length * SOME + 1)
      expect((await person.get(`/api/public/dl/${hash}`, { replica: 1 })).expect(200).text).toBe(contentOf(7))
    },
    LONG_MS,
  )
})
