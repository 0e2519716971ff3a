// Unfinished uploads over time: what expires, what a crash leaves behind, and what house-keeping does about it.
import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { AbortMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import mongoose, { type Connection } from 'mongoose'
import { pino } from 'pino'
import { ChangeCounters } from '../../backend/src/database/change-counters.ts'
import type { Storage } from '../../backend/src/storage/index.ts'
import { locate, parseUserPath, placeOfScope } from '../../backend/src/storage/paths.ts'
import { createAccess } from '../../backend/src/features/access/access.ts'
import { FileChecksums } from '../../backend/src/features/checksums/service.ts'
import { Quotas } from '../../backend/src/features/quotas/service.ts'
import { createTree } from '../../backend/src/features/tree/service.ts'
import { createUploads, type Uploads } from '../../backend/src/features/uploads/service.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { openStorage } from '../helpers/storage.ts'
import { bucketOf, filesOf, type PersonsFiles } from './files-client.ts'

const MIB = 1024 * 1024
const HOUR = 3_600_000
const DAY = 24 * HOUR
const log = pino({ level: 'silent' })
let nido: Nido
let s3: PlainS3
let me: PersonsFiles
let bucket: string
let database: Connection
let storage: Storage
/** How far the clock of this process's house-keeping is ahead. */
let ahead = 0
let upkeep: Uploads

beforeAll(async () => {
  nido = await startNido()
  s3 = openS3(nido.servers)
  me = filesOf(await nido.makePerson())
  bucket = bucketOf(nido.bucketPrefix, me)
  database = await mongoose.createConnection(nido.mongoUrl).asPromise()
  storage = await openStorage(nido.servers, { bucketPrefix: nido.bucketPrefix, database, log })
  await storage.start()
  storage.startIndex()
  const access = createAccess({ bucketPrefix: nido.bucketPrefix, sharedFolder: 'Shared' }, log)
  upkeep = createUploads({
    storage,
    database,
    log,
    rights: { confirmWrite: async () => undefined },
    checksums: new FileChecksums({ scratch: storage.scratch, log, now: Date.now }),
    quotas: new Quotas({
      database,
      storage,
      people: { get: async () => undefined },
      known: async () => 0,
      bucketPrefix: nido.bucketPrefix,
      log,
      now: Date.now,
      newId: randomUUID,
      settings: { get: async () => ({ sharedLimit: 0 }) },
      histories: { sum: async () => 0, claim: async () => true, release: async () => undefined },
    }),
    access,
    tree: createTree({ storage, access }),
    changeCounters: new ChangeCounters(database, log),
    hooks: { aroundUpload: (_upload, work) => work() },
    expiryMs: 7 * DAY,
    chunkSize: async () => 10 * MIB,
    now: () => Date.now() + ahead,
    newId: () => randomBytes(8).toString('hex'),
  })
})
afterAll(async () => {
  upkeep.stop()
  await storage.stop()
  await database.close()
  s3.close()
  await nido.stop()
})
const scratch = async () => (await s3.list(`${nido.bucketPrefix}system`, 'uploads/')).map(({ key }) => key)
const keepHouse = async (time: number) => {
  ahead = time
  try {
    return await upkeep.expireUploads()
  } finally {
    ahead = 0
  }
}
const offsetOf = async (path: string) => Number((await me.tusHead(path)).expect(200).headers['upload-offset'])

describe('house-keeping', () => {
  it('U11, U16: gives up an upload after an hour without a chunk, and after seven days with one', async () => {
    await me.given({ 'old.bin': 'the old bytes' })
    ;(await me.tusBegin('/never.bin', 20 * MIB)).expect(201)
    for (const path of ['/new.bin', '/old.bin']) {
      ;(await me.tusBegin(path, 20 * MIB, { override: 'true' })).expect(201)
      ;(await me.tusPatch(path, 0, randomBytes(7 * MIB))).expect(204)
      ;(await me.tusPatch(path, 7 * MIB, randomBytes(MIB))).expect(204)
    }
    expect(await keepHouse(59 * 60_000)).toBe(0)
    expect(await keepHouse(61 * 60_000)).toBe(1)
    ;(await me.tusHead('/never.bin')).expect(404)
    expect(await keepHouse(7 * DAY - HOUR)).toBe(0)
    expect(await offsetOf('/new.bin')).toBe(8 * MIB)
    expect(await scratch()).toHaveLength(2)
    expect(await keepHouse(7 * DAY + HOUR)).toBe(2)
    ;(await me.tusHead('/new.bin')).expect(404)
    expect(await scratch()).toEqual([])
    expect(await s3.unfinished(bucket)).toEqual([])
    expect(await me.read('/old.bin')).toBe('the old bytes')
  })

  it('removes small objects that belong to no upload, and no others', async () => {
    await s3.put(`${nido.bucketPrefix}system`, 'uploads/lost/generation/piece', 'x')
    ;(await me.tusBegin('/kept.bin', 3)).expect(201)
    ;(await me.tusPatch('/kept.bin', 0, 'ab')).expect(204)
    await keepHouse(0)
    expect(await scratch()).toHaveLength(1)
    ;(await me.tusPatch('/kept.bin', 2, 'c')).expect(204)
    expect(await me.read('/kept.bin')).toBe('abc')
  })
})

describe('a crash between the last byte and the file', () => {
  /** An upload whose bytes have all arrived, but whose file has not been made. */
  async function leave(path: string): Promise<void> {
    ;(await me.tusBegin(path, 100)).expect(201)
    ;(await me.tusPatch(path, 0, 'all of it')).expect(204)
    await database.collection('uploads').updateOne({ length: 100 }, { $set: { length: 9 } })
  }

  it('is repaired by a HEAD request: it reports the upload as finished once that is true', async () => {
    await leave('/asked.txt')
    expect(await offsetOf('/asked.txt')).toBe(9)
    expect(await me.read('/asked.txt')).toBe('all of it')
    ;(await me.tusHead('/asked.txt')).expect(404)
  })

  it('is repaired by house-keeping when nobody asks', async () => {
    await leave('/unasked.txt')
    await keepHouse(60_000)
    expect(await me.read('/unasked.txt')).toBe('all of it')
  })
})

describe('a crash between the file and the end of its record', () => {
  it('A10: recognises its own file by its write id, and makes no second one', async () => {
    ;(await me.tusBegin('/twice.txt', 100)).expect(201)
    ;(await me.tusPatch('/twice.txt', 0, 'all of it')).expect(204)
    const record = await database.collection('uploads').findOne({ length: 100 })
    // The file is there, made by this upload: only its record is left.
    const mounts = { scope: placeOfScope(nido.bucketPrefix, me.client.scope), sharedFolder: '', sharedBucket: '' }
    await storage.put(locate(mounts, parseUserPath('/twice.txt')), Readable.from([Buffer.from('all of it')]), {
      expect: 'absent',
      modified: new Date(),
      length: 9,
      writeId: String(record?.['generation']),
    })
    await database.collection('uploads').updateOne({ length: 100 }, { $set: { length: 9 } })
    await keepHouse(60_000)
    expect(await database.collection('uploads').countDocuments({ length: 9 })).toBe(0)
    expect(await me.read('/twice.txt')).toBe('all of it')
    expect((await s3.versions(bucket, 'twice.txt')).length).toBe(1)
  })
})

it('U11: a person has at most 1,000 unfinished uploads, whatever others have', async () => {
  const one = filesOf(await nido.makePerson())
  ;(await one.tusBegin('/first', 1024 ** 3)).expect(201)
  const first = await database.collection('uploads').findOne({ userId: one.client.id })
  await database
    .collection('uploads')
    .insertMany(Array.from({ length: 994 }, (_, i) => ({ ...first, _id: `${String(first?._id)}-${i}` as never })))
  // The earlier count may be reused for a second.
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  const statuses: number[] = []
  for (let i = 0; i < 16; i++) statuses.push((await one.tusBegin(`/f${i}`, 1024 ** 3)).status)
  // Each replica may miss what the other started within that second.
  expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(5)
  expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(10)
  expect(statuses.at(-1)).toBe(503)
  const refused = await one.tusBegin('/one-more', 1, {}, { Accept: 'application/problem+json' })
  expect([refused.headers['retry-after'], refused.json<{ code: string }>().code]).toEqual(['60', 'tooManyUploads'])
  ;(await me.tusBegin('/another-person', 1)).expect(201)
  ;(await me.tusPatch('/another-person', 0, 'x')).expect(204)
  const admin = await nido.adminClient()
  ;(await admin.delete(`/api/users/${one.client.id}`, { body: { current_password: nido.admin.password } })).expect(200)
  expect(await database.collection('uploads').countDocuments({ userId: one.client.id })).toBe(0)
})

it('parts that the storage has lost are reported, and the upload starts again', async () => {
  const { Uploads: [begun] = [], Bucket } = await (async () => {
    ;(await me.tusBegin('/dropped.bin', 20 * MIB)).expect(201)
    ;(await me.tusPatch('/dropped.bin', 0, randomBytes(7 * MIB))).expect(204)
    return s3.client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: 'dropped.bin' }))
  })()
  await s3.client.send(new AbortMultipartUploadCommand({ Bucket, Key: begun?.Key, UploadId: begun?.UploadId }))
  ;(await me.tusPatch('/dropped.bin', 7 * MIB, randomBytes(7 * MIB))).expect(409)
  ;(await me.tusHead('/dropped.bin')).expect(404)
  ;(await me.tusBegin('/dropped.bin', 2)).expect(201)
  ;(await me.tusPatch('/dropped.bin', 0, 'ok')).expect(204)
  expect(await me.read('/dropped.bin')).toBe('ok')
})

it('what was acknowledged survives the death of every process', async () => {
  const body = randomBytes(20 * MIB)
  ;(await me.tusBegin('/crash.bin', body.length)).expect(201)
  ;(await me.tusPatch('/crash.bin', 0, body.subarray(0, 9 * MIB))).expect(204)
  ;(await me.tusPatch('/crash.bin', 9 * MIB, body.subarray(9 * MIB, 10 * MIB))).expect(204)
  const running = me.tusPatch('/crash.bin', 10 * MIB, body.subarray(10 * MIB)).catch(() => null)
  await Promise.all(nido.replicas.map((replica) => replica.kill()))
  await running
  await nido.addReplica()
  for (let tries = 0; ; tries++) {
    // The chunk under way may have arrived; acknowledged ones have.
    const head = await me.tusHead('/crash.bin')
    if (head.status === 404) break
    const offset = Number(head.expect(200).headers['upload-offset'])
    expect(offset).toBeGreaterThanOrEqual(10 * MIB)
    if (offset === body.length) break
    const answer = await me.tusPatch('/crash.bin', offset, body.subarray(offset))
    if (answer.status === 204) break
    // The lease of the dead process runs out within 30 seconds.
    expect(answer.status).toBe(423)
    expect(tries).toBeLessThan(15)
  }
  expect((await me.raw('/crash.bin')).expect(200).body.equals(body)).toBe(true)
})
