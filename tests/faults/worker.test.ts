// A worker as a process of the household, without an index and without calls of the API.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { mapParallel } from '../../backend/src/lib/parallel.ts'
import { placeOfScope } from '../../backend/src/storage/paths.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { findFreePort } from '../../scripts/lib/ports.ts'
import { startNido, type Nido, type NidoProcess } from '../helpers/nido.ts'
import { openS3, type PlainS3 } from '../helpers/s3.ts'
import { happens } from '../helpers/until.ts'

/** Enough for the rename to be interrupted half-way. */
const FILES = environment()['NIDO_FULL'] ? 1_000 : 400
const TAKE_OVER_MS = 90_000
const nameOf = (index: number) => `f${String(index).padStart(4, '0')}.txt`

let nido: Nido
let s3: PlainS3
let worker: NidoProcess
beforeAll(async () => {
  nido = await startNido({ replicas: 1 })
  s3 = openS3(nido.servers)
  worker = await nido.addWorker()
}, 120_000)
afterAll(async () => {
  s3.close()
  await nido.stop()
}, 120_000)

describe('a worker', () => {
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
    await happens(isMoved, 'the worker has finished it', TAKE_OVER_MS)
    expect((await s3.list(bucket, 'to/')).length).toBe(FILES)
    expect((await s3.get(bucket, `to/${nameOf(7)}`)).toString()).toBe('content 7')
  }, 240_000)

  it('tells probes and metrics, on a port of their own', async () => {
    const port = await findFreePort()
    const watched = await nido.addWorker({ WORKER_PORT: String(port) })
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    expect((await ask('/health')).status).toBe(200)
    expect((await ask('/ready')).status).toBe(200)
    expect(await (await ask('/metrics')).text()).toContain('nido_jobs_ended_total')
    expect((await ask('/api/imports')).status).toBe(404)
    await watched.stop()
  })

  it('stops gracefully, and a new one that answers requests finds everything', async () => {
    await worker.stop()
    expect(worker.log.at(-1)).toContain('"msg":"stopped"')
    const replica = await nido.addReplica()
    expect((await fetch(`${replica.url}/health`)).status).toBe(200)
  }, 120_000)
})
