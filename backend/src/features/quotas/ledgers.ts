// Ledgers in the database: one document for each bucket to which people with a quota write, changed by compare-and-set.
import type { Connection } from '../../database/connection.ts'
import { isDuplicateKey } from '../../database/errors.ts'
import { EMPTY, type Ledger } from './ledger.ts'

/** `body` is the ledger as one text, because the embedded database is slow with nested fields. */
interface LedgerDocument {
  _id: string
  rev: number
  body: string
}

export interface Ledgers {
  /**
   * Edits the current ledger of a bucket, repeatedly if others change it first, and returns the result of `edit`. If
   * `edit` changes nothing, nothing is written.
   */
  change<T>(bucket: string, edit: (ledger: Ledger) => T): Promise<T>
  /** All ledgers, by bucket. */
  all(): Promise<Map<string, Ledger>>
}

/** @param collection where they are stored; by default the ledgers of present files */
export function createLedgers(database: Connection, collection = 'quotas'): Ledgers {
  const ledgers = database.collection<LedgerDocument>(collection)

  async function write(bucket: string, rev: number, body: string): Promise<boolean> {
    if (rev > 0)
      return (await ledgers.updateOne({ _id: bucket, rev }, { $set: { rev: rev + 1, body } })).matchedCount === 1
    return ledgers.insertOne({ _id: bucket, rev: 1, body }).then(
      () => true,
      (error: unknown) => {
        if (isDuplicateKey(error)) return false
        throw error
      },
    )
  }

  return {
    async change(bucket, edit) {
      for (;;) {
        const found = await ledgers.findOne({ _id: bucket })
        const before = found?.body ?? JSON.stringify(EMPTY)
        const ledger = JSON.parse(before) as Ledger
        const result = edit(ledger)
        const after = JSON.stringify(ledger)
        if (after === before || (await write(bucket, found?.rev ?? 0, after))) return result
      }
    },
    all: async () =>
      new Map((await ledgers.find({}).toArray()).map(({ _id, body }) => [_id, JSON.parse(body) as Ledger])),
  }
}
