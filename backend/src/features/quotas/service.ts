// Quotas. A person with a quota reserves space in their scope before bytes are written, and is refused if there is
// none. Older versions have their own limit, and the shared folder one for both. Replicas reserve in one ledger, so
// they never grant the same space twice.
import type { HouseTask } from '../../database/house-keeping.ts'
import type { Connection } from '../../database/connection.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Log } from '../../lib/log.ts'
import { isBelow, pathText, placeOfText, type Place } from '../../storage/paths.ts'
import type { Arrival, ChangeOptions, RunningOperation, Storage } from '../../storage/types.ts'
import type { User } from '../users/user.ts'
import type { Limit, Over } from './ledger.ts'
import { createLedgers } from './ledgers.ts'
import { createLimits, historyLimitOf, type LimitsOptions, type PlaceLimits } from './limits.ts'
import { createReplacement, type Replacement } from './replacement.ts'
import { createReservationBatcher, type Ask, type Got } from './reservation-batcher.ts'
import { createReservation, isQuotaRefusal, UNLIMITED, type Reservation } from './reservation.ts'

export type { Replacement } from './replacement.ts'
export type { Reservation } from './reservation.ts'

export interface Quotas {
  /** Space for one write of a request on this replica. */
  reservationFor(userId: number, at: Place): Promise<Reservation>
  /**
   * Space that outlives a request and this process. Whoever knows the id may continue with it. It counts until it is
   * ended.
   * @param id unique among all reservations
   */
  lastingReservationFor(userId: number, at: Place, id: string): Promise<Reservation>
  /** The limit of a person's older versions in bytes; 0 for none. */
  historyLimitOf(user: Pick<User, 'quota' | 'historyLimit'>): number
  /** Space for the older versions that one change creates. */
  replacementAt(userId: number, at: Place): Promise<Replacement>
  /** Ends a lasting reservation without a known owner. */
  release(at: Place, over: Over): void
  /** For a change that moves or copies something to `to`; `from` if it is moved from there. */
  admissionTo(userId: number, to: Place, from?: Place): Promise<Admission>
  /**
   * For several changes in turn that bring something to one scope: asks whether all of them fit, before the first
   * begins. `plan` answers what they bring; it is not asked where nothing limits them.
   * @throws AppError `noRoom`, and what `plan` throws
   */
  admitAll(userId: number, to: Place, plan: () => Promise<Arrival[]>): Promise<void>
  /** Registers who tells the ids of lasting rooms that are still needed. */
  onNeeded(find: () => Promise<Iterable<string>>): void
  /** House-keeping: ends lasting reservations that were not needed in two checks. */
  reconcile(): Promise<void>
  readonly tasks: readonly HouseTask[]
  stop(): void
}

/** How one change gets its space. */
export interface Admission {
  /** To be passed to the change; undefined if there is no limit. */
  admit: ChangeOptions['admit']
  /** Starts the change, and ends its reservation afterwards. */
  run(begin: () => Promise<RunningOperation>): Promise<RunningOperation>
}

const RECONCILE_EVERY_MS = 5 * 60_000

export interface QuotasOptions extends LimitsOptions {
  database: Connection
  storage: Pick<Storage, 'measure'>
  log: Pick<Log, 'warn'>
  now(): number
  newId(): string
}

const FREE: Admission = { admit: undefined, run: (begin) => begin() }

const noRoom = () => new AppError('noRoom', 'it does not fit in the quota')

export function createQuotas(options: QuotasOptions): Quotas {
  const { database, storage, known, log, now, newId } = options
  const limits = createLimits(options)
  const ledgers = createLedgers(database)
  const desks = new Map<string, (ask: Ask) => Promise<Got>>()
  const renewals = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined
  // A reservation is made a moment before the record that needs it is written.
  let suspects: ReadonlySet<string> = new Set()
  const findings: (() => Promise<Iterable<string>>)[] = []

  function ask(bucket: string, asked: Ask): Promise<Got> {
    let desk = desks.get(bucket)
    if (!desk) {
      desk = createReservationBatcher(bucket, {
        ledgers,
        now,
        newId,
        known: (scope) => known(placeOfText(scope)),
        count: (scope, places) => storage.measure(placeOfText(scope), places),
      })
      desks.set(bucket, desk)
    }
    return desk(asked)
  }

  /** How many bytes may be present where a person writes; null for no limit. */
  async function limitOf(userId: number, at: Place): Promise<Limit | null> {
    const found = await limits.at(userId, at)
    return found && limits.present(found)
  }

  const replacementOf = (found: PlaceLimits | null): Replacement => createReplacement(found, options)

  function release(at: Place, over: Over): void {
    ask(at.bucket, { over }).catch((error: unknown) =>
      log.warn({ err: error, claim: over.id }, 'a claim of room could not be ended; it ends by itself'),
    )
  }

  /** Calls back from time to time, as long as somebody is interested. */
  function keepRenewing(renew: () => void): () => void {
    renewals.add(renew)
    timer ??= setInterval(() => renewals.forEach((one) => one()), RENEW_MS).unref()
    return () => {
      renewals.delete(renew)
      if (renewals.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }

  async function open(
    userId: number,
    at: Place,
    { id, isLasting }: { id: string; isLasting: boolean },
  ): Promise<Reservation> {
    const find = () => limitOf(userId, at)
    if ((await find()) === null) return UNLIMITED
    return createReservation({
      claim: async (bytes, most) => {
        const limit = await find()
        if (!limit) return most
        const until = isLasting ? 0 : now() + CLAIM_MS
        const got = await ask(at.bucket, { wish: { id, at: pathText(at), bytes, grows: bytes, most, until, ...limit } })
        if (got.bytes === null) throw noRoom()
        return got.bytes
      },
      end: (over) => release(at, { id, ...over }),
      keepRenewing: isLasting ? null : keepRenewing,
      now,
    })
  }

  async function reconcile(): Promise<void> {
    const lasting = [...(await ledgers.all())].flatMap(([bucket, { claims }]) =>
      claims.filter(({ until }) => until === 0).map(({ id }) => ({ bucket, id })),
    )
    if (lasting.length === 0) return
    const needed = new Set((await Promise.all(findings.map((find) => find()))).flatMap((ids) => [...ids]))
    const strays = lasting.filter(({ id }) => !needed.has(id))
    for (const { bucket, id } of strays.filter((one) => suspects.has(one.id)))
      await ask(bucket, { over: { id, tookEffect: true } })
    suspects = new Set(strays.map(({ id }) => id))
  }

  return {
    reservationFor: (userId, at) => open(userId, at, { id: newId(), isLasting: false }),
    lastingReservationFor: (userId, at, id) => open(userId, at, { id, isLasting: true }),
    historyLimitOf,
    replacementAt: async (userId, at) => replacementOf(await limits.at(userId, at)),
    release,

    async admissionTo(userId, to, from) {
      const found = await limits.at(userId, to)
      if (!found) return FREE
      const replacement = replacementOf(found)
      // A move inside the scope needs no space, except for what it replaces.
      const isInside = from !== undefined && isBelow(pathText(from), pathText(found.scope))
      const limit = isInside ? null : await limits.present(found)
      if (!limit && !replacement.isLimited) return FREE
      let claimed: { at: Place; id: string } | undefined
      const end = (tookEffect: boolean) => {
        replacement.end()
        if (claimed) release(claimed.at, { id: claimed.id, tookEffect })
      }
      return {
        admit: async ({ id, at, bytes, grows, history }) => {
          await replacement.claim(history, isInside ? 0 : grows + history)
          if (!limit) return
          claimed = { at, id }
          const got = await ask(at.bucket, {
            wish: { id, at: pathText(at), bytes, grows, most: bytes, until: 0, ...limit },
          })
          if (got.bytes === null) throw noRoom()
        },
        run: async (begin) => {
          try {
            const running = await begin()
            running.committed.then(
              () => end(true),
              (error: unknown) => end(!wasUndone(error)),
            )
            return running
          } catch (error) {
            end(!isQuotaRefusal(error))
            throw error
          }
        },
      }
    },

    async admitAll(userId, to, plan) {
      const found = await limits.at(userId, to)
      if (!found) return
      const [limit, replacement] = [await limits.present(found), replacementOf(found)]
      if (!limit && !replacement.isLimited) return
      const arrivals = await plan()
      const grows = arrivals.reduce((sum, arrival) => sum + arrival.grows, 0)
      const history = arrivals.reduce((sum, arrival) => sum + arrival.history, 0)
      await replacement.claim(history, grows + history)
      replacement.end()
      if (!limit) return
      const id = newId()
      const got = await ask(to.bucket, {
        wish: { id, at: `${limit.scope}/${id}`, bytes: grows, grows, most: grows, until: now() + CLAIM_MS, ...limit },
      })
      if (got.bytes === null) throw noRoom()
      release(to, { id, tookEffect: false })
    },

    onNeeded: (find) => void findings.push(find),
    reconcile,
    tasks: [{ name: 'quotas', everyMs: RECONCILE_EVERY_MS, run: reconcile }],

    stop: () => clearInterval(timer),
  }
}

const wasUndone = (error: unknown): boolean => error instanceof AppError && error.code === 'goneMeanwhile'

/** A reservation that is not renewed for this long belongs to a lost replica. */
const CLAIM_MS = 60_000
const RENEW_MS = CLAIM_MS / 3
