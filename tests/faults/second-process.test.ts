// A process without an index and without HTTP, beside those that answer requests.
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { API_ENVIRONMENT } from '../../scripts/lib/api.ts'
import { type Child, startChild } from '../../scripts/lib/child.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import { placeOfScope } from '../../backend/src/storage/paths.ts'
import { startNido, type Nido } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { happens } from '../helpers/until.ts'

/** Enough for the rename to be interrupted half-way. */
const FILES = environment()['NIDO_FULL'] ? 1_000 : 400
const TAKE_OVER_MS = 90_000
const nameOf = (index: number) => `f${String(index).padStart(4, '0')}.txt`

let nido: Nido
let s3: PlainS3
let second: Child
const lines: string[] = []
beforeAll(async () => {
  nido = await startNido({ replicas: 1 })
  s3 = openS3(nido.servers)
  second = await startChild('the second process', {
    command: process.execPath,
    args: [path.join(import.meta.dirname, '../helpers/second-process.ts')],
    env: { PATH: environment()['PATH'], ...API_ENVIRONMENT, ...nido.settings },
    onLine: (line) => void lines.push(line),
  })
  await happens(async () => lines.includes('at work'), 'the second process is at work')
}, 120_000)
afterAll(async () => {
  await second.stop(30_000)
  s3.close()
  await nido.stop()
}, 120_000)

describe('a process that answers no requests', () => {
  it('finishes the rename of a killed process, using S3 alone', async () => {
    const person = await nido.makePerson()
    const { bucket } = placeOfScope(nido.bucketPrefix, person.scope)
    const indexes = Array.from({ length: FILES }, (_, index) => index)
    await mapParallel(indexes, 32, (index) => s3.put(bucket, `from/${nameOf(index)}`, `content ${index}`))
    const renaming = person.patch('/api/resources/from?action=rename&destination=%2Fto').catch(() => null)
    await happens(async () => (await s3.list(bucket, 'to/')).length > 50, 'copies appear')
    await nido.replicas[0]?.kill()
    await renaming
    const isMoved = async () => (await s3.list(bucket, 'from/')).length === 0
    await happens(isMoved, 'the second process has finished it', TAKE_OVER_MS)
    expect((await s3.list(bucket, 'to/')).length).toBe(FILES)
    expect((await s3.get(bucket, `to/${nameOf(7)}`)).toString()).toBe('content 7')
  }, 240_000)

  it('stops gracefully, and a new one that answers requests finds everything', async () => {
    await second.stop(30_000)
    expect(await second.exited).toMatchObject({ code: 0 })
    const replica = await nido.addReplica()
    expect((await fetch(`${replica.url}/health`)).status).toBe(200)
  }, 120_000)
})
