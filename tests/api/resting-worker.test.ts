// A worker that ends while it has nothing to do, and is asked for when there is something, as `make start` does it.
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { DayPhotos } from '../../backend/contract/photo-days.ts'
import { WORKER_CALL } from '../../backend/src/jobs/worker-calls.ts'
import type { Client } from '../helpers/client.ts'
import { type Nido, type NidoProcess, startNido } from '../helpers/nido.ts'
import { type PushedBrowser, type PushService, startPushService } from '../helpers/push-service.ts'
import { happens } from '../helpers/until.ts'
import { addEvent } from './calendar-client.ts'
import { inMinutes } from './reminders-client.ts'

/** It ends after a minute. */
const ENDS_WITHIN_MS = 120_000
const SOON_MS = 30_000
const DAY_MINUTES = 24 * 60

/** A household with a worker that rests. */
interface Resting {
  nido: Nido
  person: Client
  first: NidoProcess
}

let service: PushService
let plain: Resting
/** Here a person has a device that reminders are pushed to, and an event tomorrow. */
let reminded: Resting & { browser: PushedBrowser }

const startWorker = (nido: Nido) => nido.addWorker({ NODE_EXTRA_CA_CERTS: service.certificate })
const calls = ({ nido }: Resting) =>
  nido.replicas.flatMap(({ log }) => log.filter((line) => line === WORKER_CALL)).length
const ends = ({ first }: Resting) => happens(() => !first.isRunning(), 'the worker ends', ENDS_WITHIN_MS)

async function openHousehold(): Promise<Pick<Resting, 'nido' | 'person'>> {
  const settings = { WORKER_RESTS: 'true', IMPORT_PRIVATE_ADDRESSES: '127.0.0.1' }
  const nido = await startNido({ replicas: 1, settings })
  return { nido, person: await nido.makePerson({ perm: { calendar: true } }) }
}

// Both workers rest at the same time.
beforeAll(async () => {
  service = await startPushService()
  const [one, other] = [await openHousehold(), await openHousehold()]
  const browser = service.subscribe()
  ;(await other.person.post('/api/push/devices', browser.body)).expect(200)
  await addEvent(other.person, { ...inMinutes(DAY_MINUTES), title: 'Tomorrow', reminders: [60] })
  plain = { ...one, first: await startWorker(one.nido) }
  reminded = { ...other, browser, first: await startWorker(other.nido) }
}, 120_000)
afterAll(async () => {
  await plain.nido.stop()
  await reminded.nido.stop()
  await service.stop()
}, 60_000)

it(
  'ends when it has nothing to do, counts as one that is there, and is called for the next job',
  async () => {
    const { nido, person } = plain
    const photos = async () => (await person.get('/api/photos/day?day=2026-11-26')).expect(200).json<DayPhotos>()
    await ends(plain)
    const before = calls(plain)
    ;(await person.post('/api/resources/plain.jpg', 'no picture')).expect(200)
    expect(await photos()).toMatchObject({ worker: true, looked: 0 })
    ;(await person.post('/api/photos/looks')).expect(204)
    await happens(() => calls(plain) > before, 'a worker is called', SOON_MS)
    await startWorker(nido)
    await happens(async () => (await photos()).looked === 1, 'the job is done', SOON_MS)
  },
  ENDS_WITHIN_MS + 3 * SOON_MS,
)

it(
  'ends while no reminder is due, although there are devices, and is called for one that is',
  async () => {
    const { nido, person, browser } = reminded
    await ends(reminded)
    const before = calls(reminded)
    await addEvent(person, { ...inMinutes(0), title: 'Now', reminders: [0] })
    await happens(() => calls(reminded) > before, 'a worker is called', SOON_MS)
    await startWorker(nido)
    await happens(() => browser.got.length > 0, 'it is told', SOON_MS)
    expect(browser.got.map(({ message }) => message.title)).toEqual(['Now'])
  },
  ENDS_WITHIN_MS + 3 * SOON_MS,
)
