// The space that older versions take, per scope: a sum in the database that follows every change, and reservations for
// versions about to be created. It is counted at S3 when it is first needed, before anything is refused because of it,
// and from time to time for those who look at it, because lifecycle rules and other tools report no changes.
import type { Connection } from '../../database/connection.ts'
import { createBatch } from '../../lib/batch.ts'
import type { Log } from '../../lib/log.ts'
import { pathText, type Place, placeOfText } from '../../storage/paths.ts'
import type { HistoryChange, Storage } from '../../storage/types.ts'
import { type Ask, createReservationBatchers, type Got } from './reservation-batcher.ts'
import { changeHistory, type Ledger } from './ledger.ts'
import { type Ledgers, StoredLedgers } from './ledgers.ts'

export interface HistoriesOptions {
  database: Connection
  storage: Pick<Storage, 'history'>
  log: Pick<Log, 'warn'>
  /** Milliseconds since 1970. */
  now(): number
  newId(): string
}

/** A count is trusted for at least this long, and for many times as long as it took: for refusals, and for display. */
const REFUSING = { leastMs: 30_000, factor: 20 }
const LOOKING = { leastMs: 600_000, factor: 200 }
/** An unfinished reservation counts this long, and then as an older version until the next count. */
const CLAIM_MS = 3_600_000

/** A change of the older versions at a place by so many bytes; null where the number is not known. */
type Entry = { at: string; bytes: number | null }

export class Histories {
  readonly #options: HistoriesOptions
  readonly #ledgers: Ledgers
  readonly #ask: (bucket: string, ask: Ask) => Promise<Got>
  readonly #entries = new Map<string, (entry: Entry) => Promise<true>>()
  /** Scopes that are counted for display. */
  readonly #looking = new Set<string>()

  constructor(options: HistoriesOptions) {
    this.#options = options
    this.#ledgers = new StoredLedgers(options.database, 'histories')
    this.#ask = createReservationBatchers({
      ledgers: this.#ledgers,
      now: options.now,
      newId: options.newId,
      known: async () => 0,
      count: async (scope, places) => ({ bytes: await this.#count(scope), parts: places.map(() => 0) }),
    })
  }

  /** Bytes of older versions at or below a scope. Counts them if nobody has. */
  async sum(scope: Place): Promise<number> {
    for (;;) {
      const known = await this.#ledgers.change(scope.bucket, (ledger) => ledger.sums[pathText(scope)])
      if (known !== undefined) return known
      await this.#haveCounted(scope)
    }
  }

  /** The same for display: null until the first count has finished, which this starts. */
  async known(scope: Place): Promise<number | null> {
    const text = pathText(scope)
    const found = await this.#ledgers.change(scope.bucket, (ledger) => ({
      bytes: ledger.sums[text] ?? null,
      isOld: this.#isOld(ledger, text, LOOKING),
    }))
    if (found.bytes === null || found.isOld) this.#countBehind(scope)
    return found.bytes
  }

  #isOld(ledger: Ledger, scope: string, { leastMs, factor }: typeof REFUSING): boolean {
    const last = ledger.counted?.[scope]
    return !last || this.#options.now() - last.at > Math.max(leastMs, last.took * factor)
  }

  /** Counts a scope, unless it was counted recently. */
  async #count(scope: string): Promise<number> {
    const { bucket } = placeOfText(scope)
    const lately = await this.#ledgers.change(bucket, (ledger) =>
      this.#isOld(ledger, scope, REFUSING) ? undefined : ledger.sums[scope],
    )
    if (lately !== undefined) return lately
    const [at, began] = [this.#options.now(), performance.now()]
    const bytes = await this.#options.storage.history(placeOfText(scope))
    const took = performance.now() - began
    await this.#ledgers.change(bucket, (ledger) => {
      ledger.counted = { ...ledger.counted, [scope]: { at, took } }
    })
    return bytes
  }

  /** Reserves nothing, which makes sure that the scope has been counted. */
  async #haveCounted(scope: Place): Promise<void> {
    const id = this.#options.newId()
    await this.#reserve(scope, { id, bytes: 0, limit: 0 })
    await this.#ask(scope.bucket, { over: { id, tookEffect: false } })
  }

  /** Counts a scope in the background, once for everybody who looks. */
  #countBehind(scope: Place): void {
    const text = pathText(scope)
    if (this.#looking.has(text)) return
    this.#looking.add(text)
    const forget = () =>
      this.#ledgers.change(scope.bucket, (ledger) => {
        delete ledger.sums[text]
        delete ledger.counted?.[text]
      })
    forget()
      .then(() => this.#haveCounted(scope))
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'old versions could not be counted'))
      .finally(() => this.#looking.delete(text))
  }

  #reserve(scope: Place, { id, bytes, limit }: { id: string; bytes: number; limit: number }): Promise<Got> {
    const text = pathText(scope)
    const until = this.#options.now() + CLAIM_MS
    return this.#ask(scope.bucket, {
      wish: { id, at: `${text}/${id}`, bytes, grows: bytes, most: bytes, until, scope: text, quota: limit },
    })
  }

  /**
   * Reserves bytes that become older versions in a scope. The same id is the same reservation. Returns false if the
   * limit would be exceeded.
   */
  async claim(scope: Place, wish: { id: string; bytes: number; limit: number }): Promise<boolean> {
    return (await this.#reserve(scope, wish)).bytes !== null
  }

  /** Ends a reservation. The result is reported through `changed`. Never rejects. */
  async release({ bucket }: Place, id: string): Promise<void> {
    try {
      await this.#ask(bucket, { over: { id, tookEffect: false } })
    } catch (error) {
      this.#options.log.warn({ err: error, claim: id }, 'a claim of history could not be ended; it ends by itself')
    }
  }

  /** Applies changes of older versions. Never rejects; after a failure the sum is counted again. */
  changed({ at, bytes }: HistoryChange): Promise<void> {
    return this.#enter(at.bucket)({ at: pathText(at), bytes }).then(
      () => undefined,
      (error: unknown) =>
        this.#options.log.warn(
          { err: error, bucket: at.bucket },
          'what became of old versions could not be written down',
        ),
    )
  }

  /** What writes changes to the ledger of a bucket, those at the same time together. */
  #enter(bucket: string): (entry: Entry) => Promise<true> {
    const known = this.#entries.get(bucket)
    if (known) return known
    const enter = createBatch(async (entries: Entry[]) => {
      await this.#ledgers.change(bucket, (ledger) => {
        for (const entry of entries) changeHistory(ledger, entry, this.#options.newId)
      })
      return entries.map((): true => true)
    })
    this.#entries.set(bucket, enter)
    return enter
  }
}
