// The journal alone, as two replicas use it on one database.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import mongoose, { type Connection } from 'mongoose'
import { Journal } from '../../backend/src/storage/journal.ts'
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

async function open(name: string): Promise<Journal> {
  const database = await mongoose.createConnection(`${servers.mongoUrl}/${name}`).asPromise()
  connections.push(database)
  const journal = new Journal({ database, now: Date.now, observe: () => undefined, hearMarks: () => undefined })
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
