// The space that older versions take, per scope: a sum in the database that follows every change, and reservations for
// versions about to be created. It is counted at S3 when it is first needed, before anything is refused because of it,
// and from time to time for those who look at it, because lifecycle rules and other tools report no changes.
import type { Connection } from '../../database/connection.ts'
import { createBatch } from '../../lib/batch.ts'
import type { Log } from '../../lib/log.ts'
import { pathText, type Place, placeOfText } from '../../storage/paths.ts'
import type { HistoryChange, Storage } from '../../storage/types.ts'
import { type Ask, createReservationBatcher, type Got } from './reservation-batcher.ts'
import { changeHistory, type Ledger } from './ledger.ts'
import { createLedgers } from './ledgers.ts'

export interface Histories {
  /** Bytes of older versions at or below a scope. Counts them if nobody has. */
  sum(scope: Place): Promise<number>
  /** The same for display: null until the first count has finished, which this starts. */
  known(scope: Place): Promise<number | null>
  /**
   * Reserves bytes that become older versions in a scope. The same id is the same reservation. Returns false if the
   * limit would be exceeded.
   */
  claim(scope: Place, wish: { id: string; bytes: number; limit: number }): Promise<boolean>
  /** Ends a reservation. The result is reported through `changed`. Returns at once. */
  release(scope: Place, id: string): void
  /** Applies changes of older versions. Never rejects; after a failure the sum is counted again. */
  changed(change: HistoryChange): Promise<void>
}

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

export function createHistories({ database, storage, log, now, newId }: HistoriesOptions): Histories {
  const ledgers = createLedgers(database, 'histories')
  const desks = new Map<string, (ask: Ask) => Promise<Got>>()
  const changes = new Map<string, (change: { at: string; bytes: number | null }) => Promise<true>>()
  const looking = new Set<string>()

  const isOld = (ledger: Ledger, scope: string, { leastMs, factor }: typeof REFUSING): boolean => {
    const last = ledger.counted?.[scope]
    return !last || now() - last.at > Math.max(leastMs, last.took * factor)
  }

  /** Counts a scope, unless it was counted recently. */
  async function count(scope: string): Promise<number> {
    const { bucket } = placeOfText(scope)
    const lately = await ledgers.change(bucket, (ledger) =>
      isOld(ledger, scope, REFUSING) ? undefined : ledger.sums[scope],
    )
    if (lately !== undefined) return lately
    const [at, began] = [now(), performance.now()]
    const bytes = await storage.history(placeOfText(scope))
    const took = performance.now() - began
    await ledgers.change(bucket, (ledger) => {
      ledger.counted = { ...ledger.counted, [scope]: { at, took } }
    })
    return bytes
  }

  function ask(bucket: string, asked: Ask): Promise<Got> {
    let desk = desks.get(bucket)
    if (!desk) {
      desk = createReservationBatcher(bucket, {
        ledgers,
        now,
        newId,
        known: async () => 0,
        count: async (scope, places) => ({ bytes: await count(scope), parts: places.map(() => 0) }),
      })
      desks.set(bucket, desk)
    }
    return desk(asked)
  }

  /** Reserves nothing, which makes sure that the scope has been counted. */
  async function haveCounted(scope: Place): Promise<void> {
    const id = newId()
    await ask(scope.bucket, {
      wish: {
        id,
        at: `${pathText(scope)}/${id}`,
        bytes: 0,
        grows: 0,
        most: 0,
        until: now() + CLAIM_MS,
        scope: pathText(scope),
        quota: 0,
      },
    })
    await ask(scope.bucket, { over: { id, tookEffect: false } })
  }

  const sumOf = (scope: Place) => ledgers.change(scope.bucket, (ledger) => ledger.sums[pathText(scope)])

  /** Counts a scope in the background, once for everybody who looks. */
  function countBehind(scope: Place): void {
    const text = pathText(scope)
    if (looking.has(text)) return
    looking.add(text)
    const forget = () =>
      ledgers.change(scope.bucket, (ledger) => {
        delete ledger.sums[text]
        delete ledger.counted?.[text]
      })
    forget()
      .then(() => haveCounted(scope))
      .catch((error: unknown) => log.warn({ err: error }, 'old versions could not be counted'))
      .finally(() => looking.delete(text))
  }

  async function sum(scope: Place): Promise<number> {
    for (;;) {
      const known = await sumOf(scope)
      if (known !== undefined) return known
      await haveCounted(scope)
    }
  }

  function enter(bucket: string): (change: { at: string; bytes: number | null }) => Promise<true> {
    let batch = changes.get(bucket)
    if (!batch) {
      batch = createBatch(async (all) => {
        await ledgers.change(bucket, (ledger) => {
          for (const change of all) changeHistory(ledger, change, newId)
        })
        return all.map((): true => true)
      })
      changes.set(bucket, batch)
    }
    return batch
  }

  return {
    sum,

    async known(scope) {
      const text = pathText(scope)
      const found = await ledgers.change(scope.bucket, (ledger) => ({
        bytes: ledger.sums[text] ?? null,
        isOld: isOld(ledger, text, LOOKING),
      }))
      if (found.bytes === null || found.isOld) countBehind(scope)
      return found.bytes
    },

    async claim(scope, { id, bytes, limit }) {
      const text = pathText(scope)
      const got = await ask(scope.bucket, {
        wish: {
          id,
          at: `${text}/${id}`,
          bytes,
          grows: bytes,
          most: bytes,
          until: now() + CLAIM_MS,
          scope: text,
          quota: limit,
        },
      })
      return got.bytes !== null
    },

    release({ bucket }, id) {
      ask(bucket, { over: { id, tookEffect: false } }).catch((error: unknown) =>
        log.warn({ err: error, claim: id }, 'a claim of history could not be ended; it ends by itself'),
      )
    },

    changed: ({ at, bytes }) =>
      enter(at.bucket)({ at: pathText(at), bytes }).then(
        () => undefined,
        (error: unknown) =>
          log.warn({ err: error, bucket: at.bucket }, 'what became of old versions could not be written down'),
      ),
  }
}
