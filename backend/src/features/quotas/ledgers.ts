// Ledgers in the database: one document for each bucket to which people with a quota write, changed by compare-and-set.
// A process that has changed one last begins its next change with what it has written, and saves the look.
import type { Connection } from '../../database/connection.ts'
import { isDuplicateKey } from '../../database/errors.ts'
import { createLru } from '../../lib/lru.ts'
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

/** A ledger as it was at a revision; 0 for one that is not there yet. */
interface Known {
  rev: number
  body: string
}

const REMEMBERED = 1_000
/** After another process has changed a ledger, it is read before each change for so long. */
const SHARED_MS = 10_000

export class StoredLedgers implements Ledgers {
  readonly #database: Connection
  readonly #collection: string
  /** As this process has written them, by bucket. A change that goes by an old one is refused by its revision. */
  readonly #written = createLru<string, Known>(REMEMBERED)
  readonly #shared = createLru<string, true>(REMEMBERED, { ttl: SHARED_MS })

  /** @param collection where they are stored; by default the ledgers of present files */
  constructor(database: Connection, collection = 'quotas') {
    this.#database = database
    this.#collection = collection
  }

  get #documents() {
    return this.#database.collection<LedgerDocument>(this.#collection)
  }

  async change<T>(bucket: string, edit: (ledger: Ledger) => T): Promise<T> {
    let known = this.#shared.has(bucket) ? undefined : this.#written.get(bucket)
    for (;;) {
      const { rev, body: before } = known ?? (await this.#read(bucket))
      const ledger = JSON.parse(before) as Ledger
      const result = edit(ledger)
      const body = JSON.stringify(ledger)
      if (body !== before) {
        if (await this.#write(bucket, { rev: rev + 1, body }, known)) return result
      } else if (!known) return result
      // What changes nothing goes by what is there now.
      known = undefined
    }
  }

  async #read(bucket: string): Promise<Known> {
    const found = await this.#documents.findOne({ _id: bucket })
    return found ?? { rev: 0, body: JSON.stringify(EMPTY) }
  }

  /** Whether a ledger is written: nobody has changed it since the revision before. `remembered`: what that goes by. */
  async #write(bucket: string, next: Known, remembered: Known | undefined): Promise<boolean> {
    const isWritten = next.rev > 1 ? await this.#replace(bucket, next) : await this.#insert(bucket, next)
    if (isWritten) this.#written.set(bucket, next)
    // Else it was this process, at the same time.
    else if (this.#written.get(bucket) === remembered) {
      this.#written.delete(bucket)
      this.#shared.set(bucket, true)
    }
    return isWritten
  }

  async #replace(bucket: string, { rev, body }: Known): Promise<boolean> {
    const { matchedCount } = await this.#documents.updateOne({ _id: bucket, rev: rev - 1 }, { $set: { rev, body } })
    return matchedCount === 1
  }

  async #insert(bucket: string, { rev, body }: Known): Promise<boolean> {
    try {
      await this.#documents.insertOne({ _id: bucket, rev, body })
      return true
    } catch (error) {
      if (isDuplicateKey(error)) return false
      throw error
    }
  }

  async all(): Promise<Map<string, Ledger>> {
    const documents = await this.#documents.find({}).toArray()
    return new Map(documents.map(({ _id, body }) => [_id, JSON.parse(body) as Ledger]))
  }
}
