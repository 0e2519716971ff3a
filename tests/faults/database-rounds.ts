// One of the processes of database.test.ts. In each round that it is told to run, it races for a lease, a number and a
// name.
import { connectDatabase } from '../../backend/src/database/connection.ts'
import { createCounters } from '../../backend/src/database/counters.ts'
import { isDuplicateKey } from '../../backend/src/database/errors.ts'
import { DatabaseLeases, type Lease } from '../../backend/src/database/leases.ts'

/** What one process won in one round. */
export interface RoundResult {
  hasLease: boolean
  number: number
  hasName: boolean
}

const [url = ''] = process.argv.slice(2)
const connection = await connectDatabase(url)
const leases = new DatabaseLeases(connection)
const counters = createCounters(connection)
const names = connection.collection('names')
await names.createIndex({ name: 1 }, { unique: true })

async function takeName(name: string): Promise<boolean> {
  try {
    await names.insertOne({ name })
    return true
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
}

let held: Lease | null = null
process.on('message', (message: { round: number } | { release: true }) => {
  void (async () => {
    if ('release' in message) {
      await held?.release()
      held = null
      process.send?.({ released: true })
      return
    }
    const [lease, number, hasName] = await Promise.all([
      leases.tryAcquire('round', 60_000),
      counters.next('rounds'),
      takeName(`name-${message.round}`),
    ])
    held = lease
    process.send?.({ hasLease: lease !== null, number, hasName } satisfies RoundResult)
  })()
})
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true })
