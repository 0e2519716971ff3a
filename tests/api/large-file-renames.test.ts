// A rename of a large file is answered before its bytes are copied. From then on everybody sees it under its new name
// alone, in every way there is to look.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { FolderResource } from '../../backend/contract/resources.ts'
import { placeOfScope } from '../../backend/src/storage/paths.ts'
import { storedInBackup } from '../helpers/backups.ts'
import type { Client } from '../helpers/client.ts'
import { runNido, settingsOf } from '../helpers/command.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { makePointFiles, type PointFiles } from '../helpers/point-files.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { unpackWithTools } from '../helpers/unpack.ts'
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

let nido: Nido
let s3: PlainS3
let points: PointFiles
beforeAll(async () => {
  points = await makePointFiles()
  nido = await startNido({ replicas: 2, points: points.folder })
  s3 = openS3(nido.servers)
}, LONG_MS)
afterAll(async () => {
  s3.close()
  await nido.stop()
  await points.remove()
}, LONG_MS)

interface Household {
  person: Client
  bucket: string
}

const urlOf = (kind: string, at: string) => `/api/${kind}/${at.split('/').map(encodeURIComponent).join('/')}`

/** A person with a film that was replaced once, which both indexes know. */
async function makeFilm(): Promise<Household> {
  const person = await nido.makePerson()
  const { bucket } = placeOfScope(nido.bucketPrefix, person.scope)
  ;(await person.post('/api/resources/first.txt', 'x')).expect(200)
  for (const key of BESIDE) await s3.put(bucket, key, key)
  await s3.put(bucket, FROM, 'an earlier cut')
  await s3.put(bucket, FROM, FILM)
  await isKnown({ person, bucket }, 'from')
  return { person, bucket }
}

const rename = ({ person }: Household, from: string = FROM, to: string = TO) =>
  person.patch(`${urlOf('resources', from)}?action=rename&destination=${encodeURIComponent(`/${to}`)}`, undefined, {
    replica: 0,
  })

/** The files of a folder, as a listing tells them. */
async function sizes({ person }: Household, folder: string, replica: number): Promise<Record<string, number>> {
  const { items } = (await person.get(urlOf('resources', folder), { replica })).expect(200).json<FolderResource>()
  return Object.fromEntries(items.map(({ name, size }) => [name, size]))
}

/** The same, if the index tells it: then the listing has a version. */
async function told(house: Household, folder: string, replica: number): Promise<Record<string, number> | null> {
  const { headers } = await house.person.get(urlOf('resources', folder), { replica })
  return 'etag' in headers ? sizes(house, folder, replica) : null
}

async function isKnown(house: Household, folder: string): Promise<void> {
  for (const replica of BOTH)
    await happens(
      async () => (await told(house, folder, replica))?.['film.mkv'] === FILM.length,
      'the index knows the film',
    )
}

const isOver = ({ person }: Household) =>
  happens(
    async () =>
      (await person.get('/api/operations', { replica: 1 }))
        .json<{ items: { state: string }[] }>()
        .items.every(({ state }) => state === 'done'),
    'the rename ends',
    LONG_MS,
  )

/** Looks at the film in every way; it is at `at`, and not at `gone`. */
async function expectFilm({ person, bucket }: Household, at: string, gone: string): Promise<void> {
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
    await expectListed({ person, bucket }, { at, gone, replica })
  }
}

async function expectListed(house: Household, where: { at: string; gone: string; replica: number }): Promise<void> {
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
async function expectArchived({ person }: Household): Promise<void> {
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
      const { person, bucket } = house
      const { hash } = (await person.post(urlOf('share', FROM), {})).expect(200).json<{ hash: string }>()
      const committed = await points.hold('alias.committed', `${bucket}/${FROM}`)
      ;(await rename(house)).expect(200)
      await committed.reached()
      expect(await s3.versions(bucket, TO).then((found) => found.filter(({ key }) => key === TO))).toEqual([])
      await expectFilm(house, TO, FROM)
      await expectArchived(house)
      const copied = await points.hold('alias.copied', `${bucket}/${FROM}`)
      await committed.release()
      await copied.reached()
      await expectFilm(house, TO, FROM)
      await expectArchived(house)
      await copied.release()
      await isOver(house)
      await expectFilm(house, TO, FROM)
      await expectArchived(house)
      const shared = (await person.get(`/api/public/dl/${hash}`, { replica: 1 })).expect(200).body
      expect(hashOf(shared)).toBe(FILM_HASH)
      expect((await s3.versions(bucket, FROM)).filter(({ key }) => key === FROM)).toEqual([])
    },
    LONG_MS,
  )

  it(
    'is told by the index of each replica alone once it has heard of it, and leaves its folder',
    async () => {
      const house = await makeFilm()
      const { person, bucket } = house
      await s3.put(bucket, 'alone/film.mkv', FILM)
      // A listing would have its folder looked at, and what is looked at is not followed.
      const isFound = async (replica: number) =>
        (await person.get('/api/search/alone?query=film', { replica })).json<unknown[]>().length === 1
      for (const replica of BOTH) await happens(() => isFound(replica), 'the index knows the film')
      const committed = await points.hold('alias.committed', `${bucket}/alone/film.mkv`)
      ;(await rename(house, 'alone/film.mkv', TO)).expect(200)
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
      await isOver(house)
      for (const replica of BOTH) expect(Object.keys(await sizes(house, '', replica))).toContain('alone')
    },
    LONG_MS,
  )

  it(
    'may be turned back until it is copied',
    async () => {
      const house = await makeFilm()
      const { person, bucket } = house
      const committed = await points.hold('alias.committed', `${bucket}/${FROM}`)
      ;(await rename(house)).expect(200)
      await committed.reached()
      const operations = async () =>
        (await person.get('/api/operations', { replica: 1 })).json<{
          items: { id: string; state: string; canCancel: boolean; isDir: boolean }[]
        }>().items
      const [pending] = await operations()
      expect(pending).toMatchObject({ state: 'removing', canCancel: true })
      ;(await person.delete(`/api/operations/${pending?.id}`, { replica: 1 })).expect(204)
      await committed.release()
      await happens(async () => (await operations())[0]?.state === 'undone', 'it is turned back', LONG_MS)
      await expectFilm(house, FROM, TO)
      expect((await s3.versions(bucket, TO)).filter(({ key }) => key === TO)).toEqual([])
    },
    LONG_MS,
  )

  it(
    'lets writers wait for its end, and takes a late one along',
    async () => {
      const house = await makeFilm()
      const { person, bucket } = house
      const late = await points.hold('writer.checked', `${bucket}/${FROM}`)
      const uploading = person.put(urlOf('resources', FROM), 'late', { replica: 1 })
      await late.reached()
      const committed = await points.hold('alias.committed', `${bucket}/${FROM}`)
      ;(await rename(house)).expect(200)
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
      await isOver(house)
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
      const { person, bucket } = house
      ;(await person.post(urlOf('resources', TO), 'another')).expect(200)
      ;(await person.delete(urlOf('resources', TO))).expect(204)
      ;(await rename(house)).expect(200)
      expect((await s3.versions(bucket, TO)).filter(({ key }) => key === TO).length).toBeGreaterThan(2)
      await isOver(house)
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
      const committed = await points.hold('alias.committed', `${house.bucket}/from`)
      ;(await rename(house, 'from', 'films')).expect(200)
      await committed.reached()
      for (const replica of BOTH) expect((await sizes(house, 'films', replica))['film.mkv']).toBe(FILM.length)
      expect(hashOf((await house.person.get('/api/raw/films/film.mkv')).expect(200).body)).toBe(FILM_HASH)
      await committed.release()
      await isOver(house)
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
      const { bucket } = house
      const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-backup-'))
      const committed = await points.hold('alias.committed', `${bucket}/${FROM}`)
      ;(await rename(house)).expect(200)
      await committed.reached()
      const { code, out, err } = await runNido(['backup'], { ...settingsOf(nido), BACKUP_FOLDER: folder })
      expect({ code, out, err }).toMatchObject({ code: 0 })
      await committed.release()
      await isOver(house)
      const stored = (await storedInBackup(folder)).filter(
        (entry) => entry.bucket === bucket.slice(nido.bucketPrefix.length) && !entry.key.endsWith('/'),
      )
      expect(stored.map(({ key }) => key).toSorted()).toEqual(['first.txt', ...BESIDE, TO].toSorted())
      expect(stored.find(({ key }) => key === TO)).toMatchObject({ sha256: FILM_HASH })
      await rm(folder, { recursive: true })
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
      const person = await nido.makePerson()
      const { bucket } = placeOfScope(nido.bucketPrefix, person.scope)
      ;(await person.post('/api/resources/first.txt', 'x')).expect(200)
      for (const step of STEPS.keys()) await s3.put(bucket, `from-${step}`, FILM)
      const house = { person, bucket }
      await happens(
        async () => Object.keys(await sizes(house, '', 0)).length === STEPS.length + 2,
        'the index knows all',
      )
      const held = await Promise.all(
        STEPS.map((point, step) => points.hold(point, `${bucket}/${point.startsWith('copy') ? 'to' : 'from'}-${step}`)),
      )
      const asked = STEPS.map((_, step) => rename(house, `from-${step}`, `to-${step}`).catch(() => null))
      await Promise.all(held.map((one) => one.reached()))
      await nido.replicas[0]?.kill()
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
      await isOver(house)
      expect(await seen()).toEqual(expected)
      const left = (await s3.versions(bucket, '')).map(({ key }) => key).filter((key) => /^(from|to)-/.test(key))
      expect(left).toHaveLength(STEPS.length)
    },
    LONG_MS,
  )
})
