// Two processes that change the ledger of one bucket, in a real database.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { connectDatabase, type Connection } from '../../backend/src/database/connection.ts'
import { StoredLedgers } from '../../backend/src/features/quotas/ledgers.ts'
import { useServers } from '../helpers/servers.ts'

const BUCKET = 'bucket'
const CHANGES = 20

let servers: Awaited<ReturnType<typeof useServers>>
let connections: Connection[]
let commands = 0
let one: StoredLedgers
let other: StoredLedgers
beforeAll(async () => {
  servers = await useServers()
  const url = `${servers.mongoUrl}/ledgers-${randomUUID().slice(0, 8)}`
  connections = [await connectDatabase(url, () => void (commands += 1)), await connectDatabase(url)]
})
afterAll(async () => {
  for (const connection of connections) await connection.close()
  await servers.stop()
})
beforeEach(() => {
  const name = `ledgers-${randomUUID()}`
  const [first, second] = connections as [Connection, Connection]
  one = new StoredLedgers(first, name)
  other = new StoredLedgers(second, name)
})

/** Adds bytes to a sum, and answers what it is then. */
const add = (ledgers: StoredLedgers, bytes = 1) =>
  ledgers.change(BUCKET, (ledger) => (ledger.sums['scope'] = (ledger.sums['scope'] ?? 0) + bytes))
const sum = (ledgers: StoredLedgers) => ledgers.change(BUCKET, (ledger) => ledger.sums['scope'])

it('a process that alone changes a ledger does so by one command', async () => {
  await add(one)
  const before = commands
  for (let count = 0; count < CHANGES; count += 1) await add(one)
  expect([commands - before, await sum(other)]).toEqual([CHANGES, CHANGES + 1])
})

it('no change is lost where another process comes between, and no look goes by what was before', async () => {
  for (let count = 0; count < CHANGES; count += 1) {
    await add(one)
    expect(await add(other)).toBe(2 * count + 2)
    expect(await sum(one)).toBe(2 * count + 2)
  }
})

it('no change is lost where many come at once', async () => {
  await Promise.all(Array.from({ length: CHANGES }, () => [add(one), add(other)]).flat())
  expect([await sum(one), await sum(other)]).toEqual([2 * CHANGES, 2 * CHANGES])
})
