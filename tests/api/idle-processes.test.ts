// What processes in which nobody is there hear of each other's changes, on the database itself.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import mongoose, { type Connection } from 'mongoose'
import { pino } from 'pino'
import { ChangeCounters } from '../../backend/src/database/change-counters.ts'
import { type Replica, versionsModel } from '../../backend/src/database/versions.ts'
import { Attention } from '../../backend/src/lib/attention.ts'
import { useServers } from '../helpers/servers.ts'
import { until } from '../helpers/until.ts'

const log = pino({ level: 'silent' })
let database: Connection
const running: ChangeCounters[] = []

/** Somebody comes and goes as a test says. */
class Visits extends Attention {
  isThere = true
  override get isPaid(): boolean {
    return this.isThere
  }
  override rest(paidMs: number, idleMs: number): Promise<void> {
    return super.rest(this.isThere ? paidMs : idleMs, this.isThere ? paidMs : idleMs)
  }
  come(): void {
    this.isThere = true
    this.wake()
  }
}

async function startCounters() {
  const attention = new Visits()
  const counters = new ChangeCounters(database, log, { attention })
  await counters.start()
  running.push(counters)
  return { attention, counters }
}
const processes = async (): Promise<Replica[]> =>
  Object.values((await versionsModel(database).findById('versions').lean())?.replicas ?? {})
const idleOnes = async () => (await processes()).filter(({ isIdle }) => isIdle).length

beforeAll(async () => {
  const { mongoUrl } = await useServers()
  database = await mongoose.createConnection(`${mongoUrl}/idle-${randomBytes(5).toString('hex')}`).asPromise()
})
afterAll(async () => {
  await Promise.all(running.map((counters) => counters.stop()))
  await database.dropDatabase()
  await database.close()
})

describe('a process in which nobody is there', () => {
  it('believes in no cache, and nobody waits for it; who comes finds what was changed meanwhile', async () => {
    const [busy, idle] = [await startCounters(), await startCounters()]
    const heard: boolean[] = []
    idle.counters.onChange('people', () => heard.push(idle.counters.isCurrent()))
    expect(idle.counters.isCurrent()).toBe(true)

    idle.attention.isThere = false
    await until(async () => (await idleOnes()) === 1)
    expect(idle.counters.isCurrent()).toBe(false)
    const begun = performance.now()
    await busy.counters.bump('people')
    expect(performance.now() - begun).toBeLessThan(500)

    idle.attention.come()
    await until(() => idle.counters.isCurrent())
    // Dropped before anything is believed again.
    expect(heard).toEqual([false])
    expect(await idleOnes()).toBe(0)
  })

  it('still counts as running', async () => {
    const [busy, idle] = [await startCounters(), await startCounters()]
    idle.attention.isThere = false
    await until(() => busy.counters.household().replicas === running.length)
    for (let look = 0; look < 12; look += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      expect(busy.counters.household().replicas).toBe(running.length)
    }
  })

  it('is waited for again once somebody is there', async () => {
    const [busy, other] = [await startCounters(), await startCounters()]
    other.attention.isThere = false
    await until(async () => (await idleOnes()) > 0)
    other.attention.come()
    await until(() => other.counters.isCurrent())
    let isHeard = false
    other.counters.onChange('links', () => (isHeard = true))
    await busy.counters.bump('links')
    expect(isHeard).toBe(true)
  })
})
