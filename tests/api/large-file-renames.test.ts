// A rename of a large file is answered before its bytes are copied. From then on everybody sees it under its new name
// alone, in every way there is to look.
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { FolderResource } from '../../backend/contract/resources.ts'
import { type FailpointSite, openFailpointSite, type Scene } from '../faults/failpoint-site.ts'
import { filesBackedUp } from '../helpers/backups.ts'
import { encodePath } from '../helpers/client.ts'
import { unpackWithTools } from '../helpers/unpack.ts'
import { turnedBack } from '../helpers/large-folder.ts'
import { happens } from '../helpers/until.ts'

const LONG_MS = 180_000
/** More than one request copies. */
const FILM = randomBytes(17 * 1024 * 1024)
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const FILM_HASH = hashOf(FILM)
const BOTH = [0, 1] as const
const [FROM, TO] = ['from/film.mkv', 'there/seen film.mkv'] as const
/** Whose keys begin or end as that of the film does. */
const BESIDE = ['from/film.mkv.txt', 'there/seen film.mkv.txt', 'there/seen', 'there/z']

let site: FailpointSite
beforeAll(async () => {
  site = await openFailpointSite()
}, LONG_MS)
afterAll(async () => site.stop(), LONG_MS)

const urlOf = (kind: string, at: string) => `/api/${kind}/${encodePath(at)}`

/** The versions of exactly this file, as S3 lists them. */
const versionsOf = async ({ s3, bucket }: Scene, at: string) =>
  (await s3.versions(bucket, at)).filter(({ key }) => key === at)

/** A person with a film that was replaced once, which both indexes know. */
async function makeFilm(): Promise<Scene> {
  const house = await site.scene()
  const { person, bucket, s3 } = house
  ;(await person.post('/api/resources/first.txt', 'x')).expect(200)
  for (const key of BESIDE) await s3.put(bucket, key, key)
  for (const content of ['an earlier cut', FILM]) {
    await s3.put(bucket, FROM, content)
    // By its event: after a look at the folder, the event of the earlier one could still come.
    for (const replica of BOTH)
      await happens(async () => (await sizeFound(house, replica)) === content.length, 'the event is heard')
  }
  await untilKnown(house, 'from')
  return house
}

/** The size of the film as a search tells it, which goes by the index alone. */
async function sizeFound({ person }: Scene, replica: number): Promise<number | undefined> {
  const answer = await person.get('/api/search/from?query=film.mkv&limit=10', { replica })
  if (answer.status !== 200) return undefined
  return answer.json<{ path: string; size: number }[]>().find((one) => one.path === 'film.mkv')?.size
}

/** The files of a folder, as a listing tells them. */
async function sizes({ person }: Scene, folder: string, replica: number): Promise<Record<string, number>> {
  const { items } = (await person.get(urlOf('resources', folder), { replica })).expect(200).json<FolderResource>()
  return Object.fromEntries(items.map(({ name, size }) => [name, size]))
}

/** The same, if the index tells it: then the listing has a version. */
async function told(house: Scene, folder: string, replica: number): Promise<Record<string, number> | null> {
  const { headers } = await house.person.get(urlOf('resources', folder), { replica })
  return 'etag' in headers ? sizes(house, folder, replica) : null
}

async function untilKnown(house: Scene, folder: string): Promise<void> {
  for (const replica of BOTH)
    await happens(
      async () => (await told(house, folder, replica))?.['film.mkv'] === FILM.length,
      'the index knows the film',
    )
}

/** Looks at the film in every way; it is at `at`, and not at `gone`. */
async function expectFilm(house: Scene, at: string, gone: string): Promise<void> {
  const { person } = house
  for (const replica of BOTH) {
    const [whole, part, head, old, facts, found] = await Promise.all([
      person.get(urlOf('raw', at), { replica }),
      person.get(urlOf('raw', at), { replica, headers: { Range: 'bytes=9000000-9000009' } }),
      person.head(urlOf('raw', at), { replica }),
      person.get(urlOf('raw', gone), { replica }),
      person.get(urlOf('resources', at), { replica }),
      person.get('/api/search/?query=film', { replica }),
    ])
    expect([whole.status, hashOf(whole.body)]).toEqual([200, FILM_HASH])
    expect([part.status, part.body.toString('hex')]).toEqual([206, FILM.toString('hex', 9_000_000, 9_000_010)])
    expect([head.status, Number(head.headers['content-length'])]).toEqual([200, FILM.length])
    expect(old.status).toBe(404)
    expect(facts.json()).toMatchObject({ size: FILM.length, isDir: false })
    const keys = found.json<{ path: string }[]>().map((one) => one.path.replace(/^\//, ''))
    expect(keys.toSorted()).toEqual([at, ...BESIDE.filter((key) => key.includes('film'))].toSorted())
    await expectListed(house, { at, gone, replica })
  }
}

async function expectListed(house: Scene, where: { at: string; gone: string; replica: number }): Promise<void> {
  const { at, gone, replica } = where
  for (const folder of ['from', 'there']) {
    const inFolder = (keys: readonly string[]) =>
      keys.filter((key) => key.startsWith(`${folder}/`)).map((key) => key.slice(folder.length + 1))
    const listed = await sizes(house, folder, replica)
    expect(Object.keys(listed).toSorted()).toEqual(inFolder([...BESIDE, at]).toSorted())
    for (const name of inFolder([at])) expect(listed[name]).toBe(FILM.length)
    for (const name of inFolder([gone])) expect(listed[name]).toBeUndefined()
  }
}

/** The archive of a folder, and the versions of the film. */
async function expectArchived({ person }: Scene): Promise<void> {
  const zip = (await person.get('/api/raw/there?algo=zip')).expect(200).body
  const [entries = {}] = Object.values(unpackWithTools(zip, 'zip'))
  const names = Object.keys(entries).filter((name) => !name.endsWith('/'))
  expect(names.toSorted()).toEqual(['seen', 'seen film.mkv', 'seen film.mkv.txt', 'z'])
  const { items } = (await person.get(urlOf('versions', TO))).expect(200).json<{ items: { size: number }[] }>()
  expect(items.map(({ size }) => size)).toEqual([FILM.length, 'an earlier cut'.length])
}

describe('a rename of a large file', () => {
  it(
    'is answered before it is copied, and seen by everybody until it is',
    async () => {
      const house = await makeFilm()
      const { person } = house
      const { hash } = (await person.post(urlOf('share', FROM), {})).expect(200).json<{ hash: string }>()
      const committed = await house.hold('alias.committed', FROM)
      ;(await house.rename(FROM, TO)).expect(200)
      await committed.reached()
      expect(await versionsOf(house, TO)).toEqual([])
      await expectFilm(house, TO, FROM)
      await expectArchived(house)
      const copied = await house.hold('alias.copied', FROM)
      await committed.release()
      await copied.reached()
      await expectFilm(house, TO, FROM)
      await expectArchived(house)
      await copied.release()
      await house.done()
      await expectFilm(house, TO, FROM)
      await expectArchived(house)
      const shared = (await person.get(`/api/public/dl/${hash}`, { replica: 1 })).expect(200).body
      expect(hashOf(shared)).toBe(FILM_HASH)
      expect(await versionsOf(house, FROM)).toEqual([])
    },
    LONG_MS,
  )

  it(
    'is told by the index of each replica alone once it has heard of it, and leaves its folder',
    async () => {
      const house = await makeFilm()
      const { person, bucket, s3 } = house
      await s3.put(bucket, 'alone/film.mkv', FILM)
      // A listing would have its folder looked at, and what is looked at is not followed.
      const isFound = async (replica: number) =>
        (await person.get('/api/search/alone?query=film', { replica })).json<unknown[]>().length === 1
      for (const replica of BOTH) await happens(() => isFound(replica), 'the index knows the film')
      const committed = await house.hold('alias.committed', 'alone/film.mkv')
      ;(await house.rename('alone/film.mkv', TO)).expect(200)
      await committed.reached()
      for (const replica of BOTH) {
        // An empty folder has no version.
        for (const folder of ['', 'there'])
          await happens(async () => (await told(house, folder, replica)) !== null, 'the index tells the folder')
        expect(await sizes(house, 'alone', replica)).toEqual({})
        expect((await sizes(house, 'there', replica))['seen film.mkv']).toBe(FILM.length)
        expect(Object.keys(await sizes(house, '', replica))).toContain('alone')
      }
      await committed.release()
      await house.done()
      for (const replica of BOTH) expect(Object.keys(await sizes(house, '', replica))).toContain('alone')
    },
    LONG_MS,
  )

  it(
    'may be turned back until it is copied',
    async () => {
      const house = await makeFilm()
      const committed = await house.hold('alias.committed', FROM)
      ;(await house.rename(FROM, TO)).expect(200)
      await committed.reached()
      const [pending] = await house.operations()
      expect(pending).toMatchObject({ state: 'removing', canCancel: true, isDir: false })
      await turnedBack(house, { id: pending?.id, replica: 1, held: committed })
      await happens(async () => (await house.operations())[0]?.state === 'undone', 'it is turned back', LONG_MS)
      await expectFilm(house, FROM, TO)
      expect(await versionsOf(house, TO)).toEqual([])
    },
    LONG_MS,
  )

  it(
    'lets writers wait for its end, and takes a late one along',
    async () => {
      const house = await makeFilm()
      const { person } = house
      const late = await house.hold('writer.checked', FROM)
      const uploading = person.put(urlOf('resources', FROM), 'late', { replica: 1 })
      await late.reached()
      const committed = await house.hold('alias.committed', FROM)
      ;(await house.rename(FROM, TO)).expect(200)
      await committed.reached()
      await late.release()
      ;(await uploading).expect(200)
      expect((await person.get(urlOf('raw', TO))).expect(200).text).toBe('late')
      const after = [
        person.put(urlOf('resources', TO), 'newer', { replica: 1 }),
        person.post(urlOf('resources', FROM), 'again', { replica: 1 }),
      ]
      await committed.release()
      expect((await Promise.all(after)).map(({ status }) => status)).toEqual([200, 200])
      await house.done()
      expect((await person.get(urlOf('raw', TO))).expect(200).text).toBe('newer')
      expect((await person.get(urlOf('raw', FROM))).expect(200).text).toBe('again')
      const { items } = (await person.get(urlOf('versions', TO))).json<{ items: { size: number }[] }>()
      expect(items.map(({ size }) => size)).toEqual([5, 4, FILM.length, 'an earlier cut'.length])
    },
    LONG_MS,
  )

  it(
    'takes the plain way to a name that something deleted has',
    async () => {
      const house = await makeFilm()
      const { person } = house
      ;(await person.post(urlOf('resources', TO), 'another')).expect(200)
      ;(await person.delete(urlOf('resources', TO))).expect(204)
      ;(await house.rename(FROM, TO)).expect(200)
      expect((await versionsOf(house, TO)).length).toBeGreaterThan(2)
      await house.done()
      await expectFilm(house, TO, FROM)
    },
    LONG_MS,
  )
})

describe('a few large files in a folder', () => {
  it(
    'are renamed with it at once, too',
    async () => {
      const house = await makeFilm()
      const committed = await house.hold('alias.committed', 'from')
      ;(await house.rename('from', 'films')).expect(200)
      await committed.reached()
      for (const replica of BOTH) expect((await sizes(house, 'films', replica))['film.mkv']).toBe(FILM.length)
      expect(hashOf((await house.person.get('/api/raw/films/film.mkv')).expect(200).body)).toBe(FILM_HASH)
      await committed.release()
      await house.done()
      expect(hashOf((await house.person.get('/api/raw/films/film.mkv')).expect(200).body)).toBe(FILM_HASH)
    },
    LONG_MS,
  )
})

describe('a backup while a large file is moved', () => {
  it(
    'has it once, under its new name',
    async () => {
      const house = await makeFilm()
      const committed = await house.hold('alias.committed', FROM)
      ;(await house.rename(FROM, TO)).expect(200)
      await committed.reached()
      const stored = await filesBackedUp(site.nido, house.bucket)
      await committed.release()
      await house.done()
      expect(stored.map(({ key }) => key).toSorted()).toEqual(['first.txt', ...BESIDE, TO].toSorted())
      expect(stored.find(({ key }) => key === TO)).toMatchObject({ sha256: FILM_HASH })
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
  'move.removed',
] as const

describe('its owner', () => {
  it(
    'may be killed at any step: another one goes on, and the film is there once',
    async () => {
      const house = await site.scene()
      const { person, bucket, s3 } = house
      ;(await person.post('/api/resources/first.txt', 'x')).expect(200)
      for (const step of STEPS.keys()) await s3.put(bucket, `from-${step}`, FILM)
      await happens(
        async () => Object.keys(await sizes(house, '', 0)).length === STEPS.length + 2,
        'the index knows all',
      )
      const held = await Promise.all(
        STEPS.map((point, step) => house.hold(point, `${point.startsWith('copy') ? 'to' : 'from'}-${step}`)),
      )
      const asked = STEPS.map((_, step) => house.rename(`from-${step}`, `to-${step}`).catch(() => null))
      await Promise.all(held.map((one) => one.reached()))
      await site.nido.replicas[0]?.kill()
      await Promise.all(held.map((one) => one.release()))
      await Promise.all(asked)
      const hashAt = async (name: string) => {
        const answer = await person.get(`/api/raw/${name}`, { replica: 1 })
        return answer.status === 200 ? hashOf(answer.body) : answer.status
      }
      const expected = STEPS.map((point) => (point === 'copy.checked' ? [FILM_HASH, 404] : [404, FILM_HASH]))
      const seen = () =>
        Promise.all([...STEPS.keys()].map((step) => Promise.all([hashAt(`from-${step}`), hashAt(`to-${step}`)])))
      expect(await seen()).toEqual(expected)
      await house.done()
      expect(await seen()).toEqual(expected)
      const left = (await s3.versions(bucket, '')).map(({ key }) => key).filter((key) => /^(from|to)-/.test(key))
      expect(left).toHaveLength(STEPS.length)
    },
    LONG_MS,
  )
})
