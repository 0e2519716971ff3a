// Quotas. A person with a quota reserves space in their scope before bytes are written, and is refused if there is
// none. Older versions have their own limit, and the shared folder one for both. Replicas reserve in one ledger, so
// they never grant the same space twice.
import type { HouseTask } from '../../database/house-keeping.ts'
import type { Connection } from '../../database/connection.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Log } from '../../lib/log.ts'
import { isBelow, pathText, placeOfText, type Place } from '../../storage/paths.ts'
import type { Arrival, Storage } from '../../storage/types.ts'
import type { User } from '../users/user.ts'
import { type Admission, createAdmission, FREE_ADMISSION } from './admission.ts'
import type { Lowered, Over, ReservationRequest } from './ledger.ts'
import { type Ledgers, StoredLedgers } from './ledgers.ts'
import { createLimits, historyLimitOf, type Limits, type LimitsOptions } from './limits.ts'
import { Renewals } from './renewals.ts'
import { createReplacement, type Replacement } from './replacement.ts'
import { type Ask, createReservationBatchers, type Got } from './reservation-batcher.ts'
import { LimitedReservation, type Reservation, UNLIMITED } from './reservation.ts'

export type { Replacement } from './replacement.ts'
export type { Reservation } from './reservation.ts'

export interface QuotasOptions extends LimitsOptions {
  database: Connection
  storage: Pick<Storage, 'measure'>
  log: Pick<Log, 'warn'>
  now(): number
  newId(): string
}

const RECONCILE_EVERY_MS = 5 * 60_000
/** A reservation that is not renewed for this long belongs to a lost replica. */
const CLAIM_MS = 60_000
const RENEW_MS = CLAIM_MS / 3

export class Quotas {
  readonly tasks: readonly HouseTask[] = [{ name: 'quotas', everyMs: RECONCILE_EVERY_MS, run: () => this.reconcile() }]
  readonly #options: QuotasOptions
  readonly #limits: Limits
  readonly #ledgers: Ledgers
  readonly #ask: (bucket: string, ask: Ask) => Promise<Got>
  readonly #renewals = new Renewals(RENEW_MS)
  readonly #findings: (() => Promise<Iterable<string>>)[] = []
  // A reservation is made a moment before the record that needs it is written.
  #suspects: ReadonlySet<string> = new Set()

  constructor(options: QuotasOptions) {
    const { storage, known, now, newId } = options
    this.#options = options
    this.#limits = createLimits(options)
    this.#ledgers = new StoredLedgers(options.database)
    this.#ask = createReservationBatchers({
      ledgers: this.#ledgers,
      now,
      newId,
      known: (scope) => known(placeOfText(scope)),
      count: (scope, places) => storage.measure(placeOfText(scope), places),
    })
  }

  /** Space for one write of a request on this replica. */
  reservationFor(userId: number, at: Place): Promise<Reservation> {
    return this.#open(userId, at, { id: this.#options.newId(), isLasting: false })
  }

  /**
   * Space that outlives a request and this process. Whoever knows the id may continue with it. It counts until it is
   * ended.
   * @param id unique among all reservations
   */
  lastingReservationFor(userId: number, at: Place, id: string): Promise<Reservation> {
    return this.#open(userId, at, { id, isLasting: true })
  }

  async #open(userId: number, at: Place, { id, isLasting }: { id: string; isLasting: boolean }): Promise<Reservation> {
    const { now } = this.#options
    const findLimit = async () => {
      const found = await this.#limits.at(userId, at)
      return found && this.#limits.present(found)
    }
    if ((await findLimit()) === null) return UNLIMITED
    return new LimitedReservation({
      claim: async (bytes, most) => {
        const limit = await findLimit()
        if (!limit) return most
        const until = isLasting ? 0 : now() + CLAIM_MS
        return this.#claim(at.bucket, { id, at: pathText(at), bytes, grows: bytes, most, until, ...limit })
      },
      end: (over) => this.release(at, { id, ...over }),
      keepRenewing: isLasting ? null : (renew) => this.#renewals.keep(renew),
      now,
    })
  }

  /** Answers the reserved bytes. @throws AppError `noRoom` */
  async #claim(bucket: string, wish: ReservationRequest): Promise<number> {
    const { bytes } = await this.#ask(bucket, { wish })
    if (bytes === null) throw new AppError('noRoom', 'it does not fit in the quota')
    return bytes
  }

  /** Gives back what a lasting reservation has beyond so many bytes. */
  async lower(at: Place, lowered: Lowered): Promise<void> {
    await this.#ask(at.bucket, { lowered })
  }

  /** Ends a lasting reservation without a known owner. Returns at once. */
  release(at: Place, over: Over): void {
    this.#ask(at.bucket, { over }).catch((error: unknown) =>
      this.#options.log.warn({ err: error, claim: over.id }, 'a claim of room could not be ended; it ends by itself'),
    )
  }

  /** The limit of a person's older versions in bytes; 0 for none. */
  historyLimitOf(user: Pick<User, 'quota' | 'historyLimit'>): number {
    return historyLimitOf(user)
  }

  /** Space for the older versions that one change creates. */
  async replacementAt(userId: number, at: Place): Promise<Replacement> {
    return createReplacement(await this.#limits.at(userId, at), this.#options)
  }

  /** For a change that moves or copies something to `to`; `from` if it is moved from there. */
  async admissionTo(userId: number, to: Place, from?: Place): Promise<Admission> {
    const found = await this.#limits.at(userId, to)
    if (!found) return FREE_ADMISSION
    const replacement = createReplacement(found, this.#options)
    // A move inside the scope needs no space, except for what it replaces.
    const isInside = from !== undefined && isBelow(pathText(from), pathText(found.scope))
    const limit = isInside ? null : await this.#limits.present(found)
    if (!limit && !replacement.isLimited) return FREE_ADMISSION
    return createAdmission({
      limit,
      replacement,
      isInside,
      claim: (bucket, wish) => this.#claim(bucket, wish),
      release: (at, over) => this.release(at, over),
    })
  }

  /**
   * For several changes in turn that bring something to one scope: asks whether all of them fit, before the first
   * begins. `plan` answers what they bring; it is not asked where nothing limits them.
   * @throws AppError `noRoom`, and what `plan` throws
   */
  async admitAll(userId: number, to: Place, plan: () => Promise<Arrival[]>): Promise<void> {
    const found = await this.#limits.at(userId, to)
    if (!found) return
    const limit = await this.#limits.present(found)
    const replacement = createReplacement(found, this.#options)
    if (!limit && !replacement.isLimited) return
    const arrivals = await plan()
    const grows = arrivals.reduce((sum, arrival) => sum + arrival.grows, 0)
    const history = arrivals.reduce((sum, arrival) => sum + arrival.history, 0)
    await replacement.claim(history, grows + history)
    await replacement.end()
    if (!limit) return
    const id = this.#options.newId()
    const at = `${limit.scope}/${id}`
    const until = this.#options.now() + CLAIM_MS
    await this.#claim(to.bucket, { id, at, bytes: grows, grows, most: grows, until, ...limit })
    this.release(to, { id, tookEffect: false })
  }

  /** Registers who tells the ids of lasting reservations that are still needed. */
  onNeeded(find: () => Promise<Iterable<string>>): void {
    this.#findings.push(find)
  }

  /** House-keeping: ends lasting reservations that were not needed in two checks. */
  async reconcile(): Promise<void> {
    const lasting = [...(await this.#ledgers.all())].flatMap(([bucket, { claims }]) =>
      claims.filter(({ until }) => until === 0).map(({ id }) => ({ bucket, id })),
    )
    if (lasting.length === 0) return
    const needed = new Set((await Promise.all(this.#findings.map((find) => find()))).flatMap((ids) => [...ids]))
    const strays = lasting.filter(({ id }) => !needed.has(id))
    for (const { bucket, id } of strays.filter((one) => this.#suspects.has(one.id)))
      await this.#ask(bucket, { over: { id, tookEffect: true } })
    this.#suspects = new Set(strays.map(({ id }) => id))
  }

  stop(): void {
    this.#renewals.stop()
  }
}
