// How many versions a name may have. Tests the storage alone, with a limit low enough for a test; the real limit in the
// long form.
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import mongoose, { type Connection } from 'mongoose'
import { below, placeOfScope } from '../../backend/src/storage/paths.ts'
import type { Storage } from '../../backend/src/storage/types.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { useServers, type Servers } from '../helpers/servers.ts'
import { openStorage } from '../helpers/storage.ts'
import { soon } from '../helpers/until.ts'

const prefix = `m${Date.now().toString(36)}-`
const scope = placeOfScope(prefix, '/ann')
const by = { userId: 1, username: 'ann' }
const at = (path: string) => below(scope, path)
const isFull = Boolean(environment()['NIDO_FULL'])
const MAX = isFull ? 1_000 : 20
const LONG_MS = 900_000

let servers: Servers & { stop?: () => Promise<void> }
let s3: PlainS3
const connections: Connection[] = []
let one: Storage
let two: Storage

async function open(): Promise<Storage> {
  const database = await mongoose.createConnection(`${servers.mongoUrl}/${prefix.slice(0, -1)}`).asPromise()
  connections.push(database)
  const versions = isFull ? {} : { versionsMax: MAX }
  const storage = await openStorage(servers, { bucketPrefix: prefix, database, ...versions })
  await storage.start()
  storage.startIndex()
  return storage
}
beforeAll(async () => {
  servers = await useServers()
  s3 = openS3(servers)
  one = await open()
  two = await open()
  await one.ensureBucket(scope)
})
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()])
  await Promise.all(connections.map((connection) => connection.close()))
  s3.close()
  await servers.stop?.()
})

const write = (storage: Storage, path: string, body: string) =>
  storage.put(at(path), Readable.from([Buffer.from(body)]), {
    expect: 'any',
    modified: new Date(),
    length: Buffer.byteLength(body),
  })
/** Stands for a version that is gone by now, because reading a name is not atomic. */
const GONE = 'gone'
/** The versions of a key, newest first, as any other tool lists them: at most 1,000. */
async function versionsOf(key: string): Promise<string[]> {
  const bodies: string[] = []
  for (const { versionId } of await s3.versions(scope.bucket, key)) {
    bodies.push(await s3.getVersion(scope.bucket, key, versionId).then(String, () => GONE))
  }
  return bodies
}
const isBounded = (found: string[]) => found.length <= MAX && found.length < 1_000 && !found.includes(GONE)

describe('the versions of a name', () => {
  it(
    'A17: never exceed the limit, and the oldest are removed first',
    async () => {
      const writes = MAX + Math.ceil(MAX / 4)
      for (let number = 1; number <= writes; number += 1)
        await write(number % 2 === 0 ? one : two, 'busy.txt', String(number))
      const left = await soon(() => versionsOf('busy.txt'), isBounded)
      expect(left).toEqual(Array.from({ length: left.length }, (_, index) => String(writes - index)))
      expect([isBounded(left), left.length > MAX / 2]).toEqual([true, true])
    },
    LONG_MS,
  )

  it(
    'A17: are reduced by house-keeping where other tools wrote them',
    async () => {
      for (let number = 1; number <= MAX + 5; number += 1) await s3.put(scope.bucket, 'foreign.txt', String(number))
      await one.endManyVersions()
      const left = await versionsOf('foreign.txt')
      expect([left[0], isBounded(left)]).toEqual([String(MAX + 5), true])
    },
    LONG_MS,
  )

  it('A17: of a name that is restored again and again count as well', async () => {
    await write(one, 'again.txt', 'first')
    await write(one, 'again.txt', 'second')
    for (let number = 0; number < 25; number += 1) {
      const [, older] = await one.versions(at('again.txt'))
      await one.restoreVersion(at('again.txt'), older?.version ?? '', { replacing: { by, shown: '/again.txt' } })
    }
    expect(isBounded(await soon(() => versionsOf('again.txt'), isBounded))).toBe(true)
  })
})
