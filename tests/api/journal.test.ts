// The journal alone, as two replicas use it on one database.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { randomUUID } from 'node:crypto'
import mongoose, { type Connection } from 'mongoose'
import type { Serving } from '../../backend/src/database/change-counters.ts'
import { Journal, type JournalOptions } from '../../backend/src/storage/journal.ts'
import { sleep } from '../../backend/src/lib/sleep.ts'
import { useServers, type Servers } from '../helpers/servers.ts'

const ROUNDS = 40

let servers: Servers & { stop(): Promise<void> }
const connections: Connection[] = []
beforeAll(async () => {
  servers = await useServers()
}, 600_000)
afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.close()))
  await servers.stop()
})

async function open(name: string, options: Partial<JournalOptions> = {}): Promise<Journal> {
  const database = await mongoose.createConnection(`${servers.mongoUrl}/${name}`).asPromise()
  connections.push(database)
  const journal = new Journal({
    database,
    now: Date.now,
    self: randomUUID(),
    observe: () => undefined,
    hearMarks: () => false,
    ...options,
  })
  await journal.open()
  return journal
}

describe('the journal of two replicas', () => {
  it('A18: never returns an old state to a reader who asks after a change was acknowledged', async () => {
    const name = `journal${Date.now().toString(36)}`
    const journals = [await open(name), await open(name)] as const
    const work = { answered: 0, isOver: false }
    const change = async (journal: Journal) => {
      for (let round = 0; round < ROUNDS; round += 1)
        work.answered = Math.max(work.answered, (await journal.change((draft) => draft.rev)) ?? 0)
    }
    const stale: string[] = []
    const look = async (journal: Journal) => {
      while (!work.isOver) {
        const least = work.answered
        const { rev } = await journal.read()
        if (rev < least) stale.push(`${rev} after ${least}`)
        if (journal.last.rev < least) stale.push(`${journal.last.rev} remembered after ${least}`)
      }
    }
    const looks = [...journals, ...journals].map(look)
    await Promise.all(journals.map(change))
    work.isOver = true
    await Promise.all(looks)
    expect([stale, (await journals[0].read()).rev]).toEqual([[], 2 * ROUNDS])
  })
})

/** A journal that is looked after as a replica's is, and how often it was read from the database. */
async function serve(name: string, of: { serving: Serving; calmMs?: number }) {
  const reads = { count: 0 }
  const observe = (step: 'read' | 'change') => void (step === 'read' && (reads.count += 1))
  const journal = await open(name, { observe, calmMs: 0, ...of, serving: () => of.serving })
  const work = { isOver: false }
  const tending = (async () => {
    for (; !work.isOver; await sleep(50)) await journal.look().then(() => journal.trust.tend())
  })()
  const stop = async () => {
    work.isOver = true
    await tending
  }
  const holds = async (expected: boolean) => {
    for (const end = performance.now() + 5_000; journal.trust.holds !== expected; await sleep(10))
      if (performance.now() > end) throw new Error(`holds is still ${!expected}`)
  }
  return { journal, reads, of, stop, holds }
}

const pushed = (journal: Journal) => journal.change((draft) => draft.rev)
let names = 0
const newName = () => `journal${Date.now().toString(36)}${(names += 1)}`

describe('a replica that is trusted to remember the journal', () => {
  it('reads nothing from the database', async () => {
    const alone = await serve(newName(), { serving: 'alone' })
    await alone.holds(true)
    await alone.stop()
    const before = alone.reads.count
    for (let round = 0; round < 100; round += 1) await alone.journal.read()
    const rev = await pushed(alone.journal)
    expect([(await alone.journal.read()).rev, alone.reads.count - before]).toEqual([rev, 0])
  })

  it('A18: never remembers an old state after a change of another process was acknowledged', async () => {
    const name = newName()
    const alone = await serve(name, { serving: 'alone' })
    const worker = await open(name)
    const work = { answered: 0, isOver: false, trusted: 0 }
    const stale: string[] = []
    const look = async () => {
      for (; !work.isOver; await new Promise(setImmediate)) {
        const least = work.answered
        work.trusted += alone.journal.trust.holds ? 1 : 0
        const { rev } = await alone.journal.read()
        if (rev < least) stale.push(`${rev} after ${least}`)
      }
    }
    const looks = [look(), look()]
    for (let round = 0; round < ROUNDS; round += 1) {
      const changing = round % 3 === 0 ? alone.journal : worker
      work.answered = (await pushed(changing)) ?? 0
      if (round % 8 === 0) await alone.holds(true)
    }
    work.isOver = true
    await Promise.all(looks)
    await alone.stop()
    expect([stale, (await worker.read()).rev, work.trusted > 0]).toEqual([[], ROUNDS, true])
  })

  it('ends in time where the replica does not answer any more', async () => {
    const name = newName()
    const [alone, worker] = [await serve(name, { serving: 'alone' }), await open(name)]
    await alone.holds(true)
    await alone.stop()
    const begun = performance.now()
    const rev = await pushed(worker)
    expect(alone.journal.trust.holds).toBe(false)
    expect((await alone.journal.read()).rev).toBe(rev)
    expect(performance.now() - begun).toBeGreaterThan(1_000)
    // Whoever was away is not waited for again.
    const second = performance.now()
    await pushed(worker)
    expect(performance.now() - second).toBeLessThan(1_000)
  })

  it('is no more once another replica serves people, whichever of them finds out', async () => {
    const name = newName()
    const alone = await serve(name, { serving: 'alone' })
    await alone.holds(true)
    const other = await serve(name, { serving: 'among others' })
    await alone.holds(false)
    await other.stop()
    await alone.holds(true)
    alone.of.serving = 'among others'
    await alone.holds(false)
    await alone.stop()
    const begun = performance.now()
    await pushed(other.journal)
    expect(performance.now() - begun).toBeLessThan(1_000)
  })

  it('waits until others have changed nothing for some time', async () => {
    const name = newName()
    const [alone, worker] = [await serve(name, { serving: 'alone', calmMs: 600 }), await open(name)]
    await alone.holds(true)
    await pushed(worker)
    const begun = performance.now()
    await alone.holds(true)
    expect(performance.now() - begun).toBeGreaterThan(400)
    await alone.stop()
  })
})
