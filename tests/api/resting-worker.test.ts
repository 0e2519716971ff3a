// A worker that ends while it has nothing to do, and is asked for when there is something, as `make start` does it.
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { DayPhotos } from '../../backend/contract/photo-days.ts'
import { WORKER_CALL } from '../../backend/src/jobs/worker-calls.ts'
import type { Client } from '../helpers/client.ts'
import { type Nido, startNido } from '../helpers/nido.ts'
import { happens } from '../helpers/until.ts'

/** It ends after a minute. */
const ENDS_WITHIN_MS = 120_000
const SOON_MS = 30_000

let nido: Nido
let person: Client
beforeAll(async () => {
  nido = await startNido({ replicas: 1, settings: { WORKER_RESTS: 'true' } })
  person = await nido.makePerson()
}, 120_000)
afterAll(() => nido.stop(), 60_000)

const photos = async () => (await person.get('/api/photos/day?day=2026-11-26')).expect(200).json<DayPhotos>()
const calls = () => nido.replicas.flatMap(({ log }) => log.filter((line) => line === WORKER_CALL)).length

it(
  'ends when it has nothing to do, counts as one that is there, and is called for the next job',
  async () => {
    const first = await nido.addWorker()
    await happens(() => !first.isRunning(), 'the worker ends', ENDS_WITHIN_MS)
    const before = calls()
    ;(await person.post('/api/resources/plain.jpg', 'no picture')).expect(200)
    expect(await photos()).toMatchObject({ worker: true, looked: 0 })
    ;(await person.post('/api/photos/looks')).expect(204)
    await happens(() => calls() > before, 'a worker is called', SOON_MS)
    await nido.addWorker()
    await happens(async () => (await photos()).looked === 1, 'the job is done', SOON_MS)
  },
  ENDS_WITHIN_MS + 3 * SOON_MS,
)
