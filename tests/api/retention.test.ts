// How long old versions are kept: lifecycle rules on all buckets, and house-keeping when they are kept for zero days.
// Tests the storage alone, with a clock of the test's own.
import { GetBucketLifecycleConfigurationCommand } from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import mongoose, { type Connection } from 'mongoose'
import { pino } from 'pino'
import { HouseKeeper } from '../../backend/src/database/house-keeping.ts'
import { DatabaseLeases } from '../../backend/src/database/leases.ts'
import type { PendingOperation } from '../../backend/src/storage/journal-state.ts'
import { packBody, unpackBody } from '../../backend/src/storage/journal-body.ts'
import { placeOfScope, below } from '../../backend/src/storage/paths.ts'
import type { Storage } from '../../backend/src/storage/types.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { useServers, type Servers } from '../helpers/servers.ts'
import { openStorage } from '../helpers/storage.ts'
import { until } from '../helpers/until.ts'

const HOUR_MS = 3_600_000
const prefix = `k${Date.now().toString(36)}-`
const scope = placeOfScope(prefix, '/ann')
const by = { userId: 1, username: 'ann' }
const at = (path: string) => below(scope, path)

let servers: Servers & { stop?: () => Promise<void> }
let s3: PlainS3
let database: Connection
let now: Storage
/** The same storage an hour later: it does its house-keeping. */
let later: Storage

const open = (retentionDays: number, ahead: number): Promise<Storage> =>
  openStorage(servers, { bucketPrefix: prefix, database, retentionDays, now: () => Date.now() + ahead })

beforeAll(async () => {
  servers = await useServers()
  s3 = openS3(servers)
  database = await mongoose.createConnection(`${servers.mongoUrl}/${prefix.slice(0, -1)}`).asPromise()
  now = await open(0, 0)
  later = await open(0, HOUR_MS)
  await now.ensureBucket(scope)
})
afterAll(async () => {
  await Promise.all([now.stop(), later.stop()])
  await database.close()
  s3.close()
  await servers.stop?.()
})

const put = (path: string, body: string) =>
  now.put(at(path), Readable.from([Buffer.from(body)]), {
    expect: 'any',
    modified: new Date(),
    length: Buffer.byteLength(body),
    replacing: { by, shown: `/${path}` },
  })
const remove = async (path: string) => {
  const { id } = await now.operations.remove(at(path), {
    by,
    shown: { source: `/${path}`, destination: '' },
    check: () => undefined,
  })
  expect(await until(async () => !(await now.operations.note(id)).pending)).toBe(true)
  return id
}
/** The versions of a key that are left, newest first: `file` or `marker`. */
const left = async (key: string) =>
  (await s3.versions(scope.bucket, key)).map(({ isMarker }) => (isMarker ? 'marker' : 'file'))
const days = async (bucket: string) => {
  const { Rules } = await s3.client.send(new GetBucketLifecycleConfigurationCommand({ Bucket: bucket }))
  return Rules?.map((rule) => rule.NoncurrentVersionExpiration?.NoncurrentDays ?? rule.Expiration?.Days)
}

describe('where old versions are kept for zero days', () => {
  it('they are removed, with deleted files, their markers and their notes; present files stay', async () => {
    for (const text of ['one', 'two', 'three']) await put('a.txt', text)
    await put('gone/deep/b.txt', 'b')
    await put('kept.txt', 'kept')
    const note = await remove('gone')
    await put('way', 'a file in the way of what comes')
    await remove('way')
    await put('way/c.txt', 'c')
    // A13: a key that would be too long with a prefix before it.
    const long = Array.from({ length: 4 }, () => 'n'.repeat(240)).join('/')
    await put(`${long}/way`, 'a file in the way of what comes')
    await remove(`${long}/way`)
    await put(`${long}/way/c.txt`, 'c')
    expect(await s3.list(`${prefix}system`, 'history/')).toHaveLength(2)
    await now.endOldVersions()
    expect([await left('a.txt'), await left('gone/deep/b.txt')]).toEqual([
      ['file', 'file', 'file'],
      ['file', 'marker'],
    ])

    await later.endOldVersions()
    expect([await left('a.txt'), await left('gone/'), await left('kept.txt'), await left('way/c.txt')]).toEqual([
      ['file'],
      [],
      ['file'],
      ['file'],
    ])
    expect(await s3.list(`${prefix}system`, 'history/')).toEqual([])
    expect((await s3.get(scope.bucket, 'a.txt')).toString()).toBe('three')
    expect((await now.operations.notes([scope.bucket], { limit: 10 })).notes).toEqual([])
    await expect(now.operations.restore(note, by)).rejects.toMatchObject({ code: 'notFound' })
    expect(await s3.list(`${prefix}system`, 'manifests/')).toEqual([])
  })

  it('nothing is removed below a pending operation, or if a running copy has pinned it', async () => {
    for (const text of ['old', 'new']) {
      await put('held/a.txt', text)
      await put('free/b.txt', text)
      await put('held/c.txt', text)
    }
    const journal = database.collection<{ _id: string; rev: number; body: string }>('journal')
    const document = await journal.findOne({ _id: 'journal' })
    const { ops, closed } = unpackBody(document?.body ?? '')
    const pending: PendingOperation = {
      id: 'pending',
      kind: 'restore',
      src: null,
      dst: `${scope.bucket}/held`,
      isFile: false,
      merge: false,
      state: 'running',
      since: document?.rev ?? 0,
      owner: 'somebody',
      late: 0,
      cancel: false,
      userId: 1,
    }
    const [, pinned] = await now.versions(at('free/b.txt'))
    const copying: PendingOperation = {
      ...pending,
      id: 'copying',
      kind: 'copy',
      dst: `${scope.bucket}/to`,
      state: 'copying',
    }
    await now.scratch.put(
      'work/copying.json',
      Buffer.from(
        JSON.stringify([{ bucket: scope.bucket, key: 'free/b.txt', name: 'b.txt', version: pinned?.version, size: 3 }]),
      ),
    )
    const write = (all: PendingOperation[]) =>
      journal.updateOne({ _id: 'journal' }, { $set: { body: packBody({ ops: all, closed }) }, $inc: { rev: 1 } })
    await write([...ops, pending, copying])
    await later.endOldVersions()
    expect([await left('held/a.txt'), await left('free/b.txt')]).toEqual([
      ['file', 'file'],
      ['file', 'file'],
    ])

    await write(ops)
    await later.endOldVersions()
    expect([await left('held/a.txt'), await left('held/c.txt'), await left('free/b.txt')]).toEqual([
      ['file'],
      ['file'],
      ['file'],
    ])
  })

  it('two replicas do it only once', async () => {
    let runs = 0
    const looked: number[] = []
    const leases = new DatabaseLeases(database)
    const keepers = [1, 2].map(
      (number) =>
        new HouseKeeper({
          leases,
          tasks: [
            { name: 'once', everyMs: HOUR_MS, run: async () => void (runs += 1) },
            { name: `looked-${number}`, everyMs: HOUR_MS, run: async () => void looked.push(number) },
          ],
          log: pino({ level: 'silent' }),
          lookMs: 5,
        }),
    )
    keepers.forEach((keeper) => keeper.start())
    expect(await until(() => looked.length === 2)).toBe(true)
    await Promise.all(keepers.map((keeper) => keeper.stop()))
    expect(runs).toBe(1)
  })
})

describe('a change of the days', () => {
  it('reaches all buckets, including later ones; no versions are removed where they are kept', async () => {
    for (const text of ['one', 'two']) await put('d.txt', text)
    expect([await days(scope.bucket), await days(`${prefix}system`)]).toEqual([[1], [1]])
    await later.setRetention(7)
    const bob = placeOfScope(prefix, '/bob')
    await later.ensureBucket(bob)
    expect([await days(scope.bucket), await days(bob.bucket), await days(`${prefix}system`)]).toEqual([[7], [7], [7]])
    await later.endOldVersions()
    expect(await left('d.txt')).toEqual(['file', 'file'])
  })
})
