// What happens to claimed room that is no longer needed: two replicas' services on one real database, with a clock of
// the test's own.
import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import mongoose, { type Connection } from 'mongoose'
import { pino } from 'pino'
import { Quotas } from '../../backend/src/features/quotas/service.ts'
import type { Account } from '../../backend/src/features/users/people.ts'
import { locate, parseUserPath, placeOfScope } from '../../backend/src/storage/paths.ts'
import { useServers, type Servers } from '../helpers/servers.ts'
import { until } from '../helpers/until.ts'

const QUOTA = 100
const prefix = 'house-'
const mounts = { scope: placeOfScope(prefix, '/ann'), sharedFolder: 'Shared', sharedBucket: `${prefix}shared` }
const at = (path: string) => locate(mounts, parseUserPath(path))
const refused = (work: Promise<unknown>) =>
  work.then(
    () => false,
    (error: unknown) => (error as { code: string }).code === 'noRoom',
  )

let servers: Servers & { stop?: () => Promise<void> }
let database: Connection
let clock = Date.now()
/** The bytes that a count finds in S3. */
let stored = 0
let replicas: [Quotas, Quotas]

beforeAll(async () => {
  servers = await useServers()
  database = await mongoose.createConnection(`${servers.mongoUrl}/quotas-${randomBytes(5).toString('hex')}`).asPromise()
  const people = { get: async () => ({ user: { quota: QUOTA, historyLimit: 0, scope: '/ann' } }) as Account }
  const replica = () =>
    new Quotas({
      database,
      people,
      known: async () => 0,
      bucketPrefix: prefix,
      log: pino({ level: 'silent' }),
      now: () => clock,
      newId: randomUUID,
      settings: { get: async () => ({ sharedLimit: 0 }) },
      histories: { sum: async () => 0, claim: async () => true, release: async () => undefined },
      storage: { measure: async (_scope, parts) => ({ bytes: stored, parts: parts.map(() => 0) }) },
    })
  replicas = [replica(), replica()]
})
afterAll(async () => {
  for (const replica of replicas) replica.stop()
  await database.dropDatabase()
  await database.close()
  await servers.stop?.()
})

describe('claimed room', () => {
  it('of a lost replica is returned when it is not renewed', async () => {
    const [lost, other] = replicas
    const reservation = await lost.reservationFor(1, at('/a'))
    await reservation.claim(80)
    expect(await refused((await other.reservationFor(1, at('/b'))).claim(30))).toBe(true)
    clock += 61_000
    const again = await other.reservationFor(1, at('/b'))
    await again.claim(30)
    again.end('written')
    stored = 30
    reservation.end({ error: null })
  })

  it('of an upload outlives its replica, and ends when two checks find nobody who needs it', async () => {
    const [here, there] = replicas
    const upload = randomUUID()
    await (await here.lastingReservationFor(1, at('/big'), upload)).claim(60)
    clock += 10 * 86_400_000
    expect(await refused((await there.reservationFor(1, at('/c'))).claim(20))).toBe(true)
    const needed = { ids: new Set([upload]) }
    there.onNeeded(async () => needed.ids)
    const look = () => there.reconcile()
    await look()
    await look()
    expect(await refused((await there.reservationFor(1, at('/c'))).claim(20))).toBe(true)
    needed.ids = new Set()
    await look()
    expect(await refused((await there.reservationFor(1, at('/c'))).claim(20))).toBe(true)
    await look()
    const reservation = await there.reservationFor(1, at('/c'))
    await reservation.claim(20)
    reservation.end({ error: null })
  })

  it('of a body without a length grows with it, and is cut back at its end', async () => {
    const [here, there] = replicas
    const reservation = await here.reservationFor(1, at('/stream'))
    const body = reservation.limit(Readable.from([Buffer.alloc(20), Buffer.alloc(20)]))
    expect(Buffer.concat((await body.toArray()) as Buffer[])).toHaveLength(40)
    await reservation.confirm()
    reservation.end('written')
    stored = 70
    const rest = await there.reservationFor(1, at('/rest'))
    expect(await until(() => refused(rest.claim(30)).then((isRefused) => !isRefused))).toBe(true)
    expect(await refused((await here.reservationFor(1, at('/more'))).claim(1))).toBe(true)
  })

  it("does not apply beyond the person's own scope", async () => {
    const reservation = await replicas[0].reservationFor(1, at('/Shared/huge'))
    expect(reservation.isLimited).toBe(false)
    await reservation.claim(1e15)
    // A move within the scope needs room only for what it replaces.
    const moved = await replicas[0].admissionTo(1, at('/moved'), at('/from'))
    await moved.admit?.({ id: randomUUID(), at: at('/moved'), bytes: 1e15, grows: 1e15, history: 0 })
    expect((await replicas[0].admissionTo(1, at('/moved'), at('/Shared/from'))).admit).toBeDefined()
  })
})
