// The trash of a household that deletes a lot: what a delete costs, and where its notes lie. Tests the storage alone,
// with its own database.
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import mongoose, { type Connection } from 'mongoose'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import { Manifests } from '../../backend/src/storage/operations/manifests.ts'
import { type NoteDocument, noteKey, tellingKeysOf } from '../../backend/src/storage/operations/note-keys.ts'
import { below, placeOfScope } from '../../backend/src/storage/paths.ts'
import type { Storage } from '../../backend/src/storage/types.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { useServers, type Servers } from '../helpers/servers.ts'
import { openStorage } from '../helpers/storage.ts'
import { soon, until } from '../helpers/until.ts'

const prefix = `n${Date.now().toString(36)}-`
const scope = placeOfScope(prefix, '/ann')
const by = { userId: 1, username: 'ann' }
const at = (path: string) => below(scope, path)
/** Nothing has been deleted in here since the process started: the first delete counts the notes. */
const full = placeOfScope(prefix, '/full')
/** Has more notes than the database keeps. */
const wide = placeOfScope(prefix, '/wide')
/** Two replicas move its notes at once. */
const both = placeOfScope(prefix, '/both')
const LONG_MS = 1_800_000
const isFull = Boolean(environment()['NIDO_FULL'])
/** The number of notes already in the trash. */
const MANY = isFull ? 100_000 : 400
/** The number of notes that two replicas move. */
const OF_BOTH = isFull ? 1_000 : 350
const SEEDED_IN_DATABASE = 350
const SEEDED_AT_ONCE = 32

let servers: Servers & { stop?: () => Promise<void> }
let s3: PlainS3
let database: Connection
let storage: Storage
let another: Storage
const commands: string[] = []
/** The commands on notes since the last call, without reads. */
const changesOfNotes = () =>
  commands.splice(0).filter((command) => command.endsWith(' trash') && !/^(find|count|aggregate)/.test(command))

beforeAll(async () => {
  servers = await useServers()
  s3 = openS3(servers)
  database = await mongoose
    .createConnection(`${servers.mongoUrl}/${prefix.slice(0, -1)}`, { monitorCommands: true })
    .asPromise()
  database
    .getClient()
    .on('commandStarted', ({ commandName, command }) => commands.push(`${commandName} ${String(command[commandName])}`))
  storage = await openStorage(servers, { bucketPrefix: prefix, database })
  another = await openStorage(servers, { bucketPrefix: prefix, database })
  await storage.start()
  await another.start()
  storage.startIndex()
  await storage.ensureBucket(scope)
  await storage.ensureBucket(full)
  await storage.ensureBucket(wide)
  await storage.ensureBucket(both)
})
afterAll(async () => {
  await Promise.all([storage.stop(), another.stop()])
  await database.close()
  s3.close()
  await servers.stop?.()
})

const put = (path: string, body = path, home = scope, action?: string) =>
  storage.put(below(home, path), Readable.from([Buffer.from(body)]), {
    expect: 'any',
    modified: new Date(),
    length: Buffer.byteLength(body),
    replacing: { by: { ...by, action }, shown: `/${path}` },
  })
const remove = async (path: string, action?: string, home = scope, replica = storage) => {
  const options = { by: { ...by, action }, shown: { source: `/${path}`, destination: '' }, check: () => undefined }
  const { id } = await replica.operations.remove(below(home, path), options)
  return id
}
const isOver = (id: string) => until(async () => !(await storage.operations.note(id)).pending)
const keptNotes = () => database.collection<NoteDocument>('trash').countDocuments({ bucket: full.bucket })
const spilledNotes = async () => (await s3.list(`${prefix}system`, 'notes/')).length
async function allNotes(bucket = scope.bucket) {
  const found = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: Awaited<ReturnType<typeof storage.operations.notes>> = await storage.operations.notes([bucket], {
      limit: 300,
      after: cursor,
    })
    found.push(...page.notes)
    cursor = page.cursor
  }
  return found
}

interface Seed {
  /** The beginning of their ids. */
  as: string
  count: number
  bucket: string
  end: number
  inDatabase?: number
}

/**
 * Makes notes as if this many single files had been deleted, one per second, ending at `end`. All but the newest have
 * already left the database, as they would have.
 */
async function seed({ as, count, bucket, end, inDatabase = SEEDED_IN_DATABASE }: Seed): Promise<void> {
  const notes = Array.from({ length: count }, (_, index): NoteDocument => ({
    _id: `${as}${String(index).padStart(6, '0')}`,
    kind: 'delete',
    action: '',
    ...by,
    bucket,
    path: `old/${index}.txt`,
    shown: `/old/${index}.txt`,
    isFile: true,
    things: 1,
    names: [],
    when: end - (count - index) * 1_000,
    count: 1,
    bytes: 1,
  }))
  await mapParallel(notes.slice(0, -inDatabase), SEEDED_AT_ONCE, async (note) => {
    const spilled = { ...note, folders: [] }
    for (const key of tellingKeysOf(spilled)) await storage.scratch.put(key, Buffer.alloc(0))
    await storage.scratch.put(noteKey(note._id), Buffer.from(JSON.stringify(spilled)))
  })
  await mapParallel(notes.slice(-inDatabase), SEEDED_AT_ONCE, ({ _id, path }) =>
    new Manifests(storage.scratch).add(_id, 'all', [{ bucket, key: path, name: '', version: 'of old', size: 1 }]),
  )
  await database.collection<NoteDocument>('trash').insertMany(notes.slice(-inDatabase))
}

describe('the trash of a household that deletes a lot', () => {
  /** Deletes a file. Returns the commands that changed notes. */
  async function cost(path: string, home = scope): Promise<string[]> {
    await put(path, path, home)
    changesOfNotes()
    expect(await isOver(await remove(path, undefined, home))).toBe(true)
    return changesOfNotes()
  }

  it('A11: a delete inserts its note once and updates nothing, however many there are', async () => {
    expect(await cost('few.txt')).toEqual(['insert trash'])
    expect((await storage.operations.notes([scope.bucket], { limit: 1 })).notes[0]).toMatchObject({
      count: 1,
      bytes: 7,
      pending: false,
    })
  })

  it(
    'A11: beyond a few hundred the oldest lie in the system bucket, found by page and name; a delete costs the same',
    async () => {
      await seed({ as: 'seed', count: MANY, bucket: full.bucket, end: Date.now() - 86_400_000 })
      // A delete in a bucket moves them in the background.
      await cost('first.txt', full)
      expect(await soon(keptNotes, (count) => count <= 201, LONG_MS)).toBeLessThanOrEqual(201)
      expect(await spilledNotes()).toBeGreaterThan(MANY - 300)
      expect(await cost('many.txt', full)).toEqual(['insert trash'])

      const found = await allNotes(full.bucket)
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
      expect(found.filter(({ id }) => id.startsWith('seed'))).toHaveLength(MANY)
      expect(found.map(({ when }) => when.getTime())).toEqual(
        found.map(({ when }) => when.getTime()).toSorted((a, b) => b - a),
      )
      expect(await storage.operations.note('seed000000')).toMatchObject({ shown: '/old/0.txt', count: 1 })
    },
    LONG_MS,
  )

  it(
    'A11: notes that have left the database are restored and purged like the rest',
    async () => {
      await put('early.txt', 'early')
      const id = await remove('early.txt')
      expect(await isOver(id)).toBe(true)
      const note = await database.collection<NoteDocument>('trash').findOne({ _id: id })
      await storage.scratch.put(`notes/${id}.json`, Buffer.from(JSON.stringify(note)))
      await database.collection<NoteDocument>('trash').deleteOne({ _id: id })
      await (
        await storage.operations.restore(id, by)
      ).committed
      expect((await storage.stat(at('early.txt'))).kind).toBe('file')
      await expect(storage.operations.note(id)).rejects.toMatchObject({ code: 'notFound' })
      await storage.erase(below(full, 'old'))
      expect((await allNotes(full.bucket)).filter(({ shown }) => shown.startsWith('/old/'))).toEqual([])
    },
    LONG_MS,
  )

  it('A11: deletes of one action are one note, which restores all of them', async () => {
    for (const path of ['one/a.txt', 'one/b/c.txt', 'one/b/d.txt', 'two.txt', 'one/kept.txt']) await put(path)
    const ids = await Promise.all(['one/a.txt', 'one/b', 'two.txt'].map((path) => remove(path, 'in-one-go')))
    expect(new Set(ids).size).toBe(1)
    const [id = ''] = ids
    expect(await isOver(id)).toBe(true)
    const isSummed = ({ things }: { things: number }) => things === 3
    expect(await soon(() => storage.operations.note(id), isSummed)).toMatchObject({
      at: at(''),
      shown: '/',
      things: 3,
      count: 4,
      isFile: false,
    })
    expect((await storage.operations.noted(id)).map(({ name, thing }) => [name, thing]).toSorted()).toEqual([
      ['one/a.txt', 'one/a.txt'],
      ['one/b/c.txt', 'one/b'],
      ['one/b/d.txt', 'one/b'],
      ['two.txt', 'two.txt'],
    ])
    await (
      await storage.operations.restore(id, by, { names: ['one/b'] })
    ).committed
    expect((await storage.list(at('one'))).map(({ name }) => name).toSorted()).toEqual(['b', 'kept.txt'])
    expect(await storage.operations.note(id)).toMatchObject({ things: 2, count: 2 })
    await (
      await storage.operations.restore(id, by)
    ).committed
    expect((await storage.list(at('one'))).map(({ name }) => name).toSorted()).toEqual(['a.txt', 'b', 'kept.txt'])
    expect((await storage.stat(at('two.txt'))).kind).toBe('file')
    await expect(storage.operations.note(id)).rejects.toMatchObject({ code: 'notFound' })
  })

  it('A11: a name deleted twice in one action has two notes, and a purged note can be started again', async () => {
    await put('twice.txt', 'first')
    const first = await remove('twice.txt', 'again')
    await put('twice.txt', 'second')
    const second = await remove('twice.txt', 'again')
    expect(second).not.toBe(first)
    await (
      await storage.operations.purge(first, by)
    ).committed
    await put('other.txt')
    const third = await remove('other.txt', 'again')
    expect(await isOver(third)).toBe(true)
    expect(await storage.operations.note(third)).toMatchObject({
      shown: '/other.txt',
      things: 1,
      count: 1,
      isFile: true,
    })
  })

  it('A11: a rename reads only the notes of its place and of the folders above', async () => {
    await put('place/file.txt', 'before')
    await put('place/file.txt', 'after')
    commands.length = 0
    const moved = await storage.operations.move(at('place'), at('elsewhere'), {
      by,
      conflict: 'fail',
      shown: { source: '/place', destination: '/elsewhere' },
      check: () => undefined,
    })
    await moved.committed
    const isFollowed = async () => (await allNotes()).some(({ shown }) => shown === '/elsewhere/file.txt')
    expect(await until(isFollowed)).toBe(true)
    // The move may still change the note until it is closed.
    await storage.checkWritable(at('elsewhere/another.txt'), 'any')
    commands.length = 0
    await (
      await storage.operations.move(at('two.txt'), at('three.txt'), {
        by,
        conflict: 'fail',
        shown: { source: '/two.txt', destination: '/three.txt' },
        check: () => undefined,
      })
    ).committed
    await storage.checkWritable(at('two.txt'), 'any')
    // One query for the notes of the folders above, which may list the moved item among others.
    expect(commands.filter((command) => command.endsWith(' trash'))).toEqual(['find trash'])
  })

  it(
    'A11: a moved item takes along its part of a note that has left the database',
    async () => {
      const paths = ['one/a.txt', 'one/in/b.txt', 'two/c.txt', 'two/d.txt']
      for (const path of paths) await put(path, `${path} before`, wide)
      await seed({ as: 'later', count: 310, bucket: wide.bucket, end: Date.now() + 3_600_000 })
      await Promise.all(paths.map((path) => put(path, `${path} after`, wide, 'all-at-once')))
      const notesOfAction = async () => (await allNotes(wide.bucket)).filter(({ kind }) => kind === 'replace')
      const isSummed = ([note]: Awaited<ReturnType<typeof notesOfAction>>) => note?.count === 4
      const [note, ...others] = await soon(notesOfAction, isSummed)
      expect([note, others]).toMatchObject([{ at: wide, count: 4, isFile: false }, []])
      const id = note?.id ?? ''
      const hasLeft = async () => (await database.collection<NoteDocument>('trash').findOne({ _id: id })) === null
      // It was put back to be counted. A process moves notes out when it adds its first note to a bucket.
      await seed({ as: 'latest', count: 120, bucket: wide.bucket, end: Date.now() + 7_200_000 })
      await remove('two/c.txt', undefined, wide, another)
      expect(await until(hasLeft)).toBe(true)

      for (const [from, to] of [
        ['two/d.txt', 'd.txt'],
        ['one', 'three/one'],
      ] as const) {
        const options = {
          by,
          conflict: 'fail' as const,
          shown: { source: `/${from}`, destination: `/${to}` },
          check: () => undefined,
        }
        await (
          await storage.operations.move(below(wide, from), below(wide, to), options)
        ).committed
      }
      const placesOf = async () => (await notesOfAction()).map(({ shown, count }) => `${shown} ${count}`).toSorted()
      const places = ['/ 1', '/d.txt 1', '/three/one 2']
      expect(await soon(placesOf, (told) => told.join() === places.join())).toEqual(places)
      for (const { id: each } of await notesOfAction()) await (await storage.operations.restore(each, by)).committed
      const read = async (path: string) => (await s3.get(wide.bucket, below(wide, path).path)).toString()
      expect(await Promise.all(['three/one/a.txt', 'three/one/in/b.txt', 'two/c.txt', 'd.txt'].map(read))).toEqual(
        paths.map((path) => `${path} before`),
      )
      expect(await s3.list(`${prefix}system`, 'notes-by-folder/')).toEqual([])
    },
    LONG_MS,
  )

  it(
    'A11: no note is lost where two replicas move the same ones out of the database',
    async () => {
      for (const name of ['one.txt', 'two.txt']) await put(name, name, both)
      await seed({ as: 'both', count: OF_BOTH, bucket: both.bucket, end: Date.now() - 86_400_000, inDatabase: OF_BOTH })
      const left = () => database.collection<NoteDocument>('trash').countDocuments({ bucket: both.bucket })
      await Promise.all([remove('one.txt', undefined, both), remove('two.txt', undefined, both, another)])
      expect(await soon(left, (count) => count <= 202, LONG_MS)).toBeLessThanOrEqual(202)
      const found = await allNotes(both.bucket)
      expect(found.filter(({ id }) => id.startsWith('both'))).toHaveLength(OF_BOTH)
    },
    LONG_MS,
  )
})
