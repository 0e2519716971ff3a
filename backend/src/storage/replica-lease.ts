// A replica's lease. Only while it holds one does a replica work on operations. It is renewed every 3 s.

export const LEASE_MS = 10_000
const RENEW_MS = 3_000
const KEEP_ENDED_MS = 3_600_000
const PREFIX = 'replica:'
/** How many renewals a caller waits for, one after the other. */
const HOLD_TRIES = 3
/**
 * How long after a lease's end a request may still take effect that a paused owner sent before. Signatures expire with
 * the lease to the second, by the clock of the storage; leases end by that of the database. Each replica measures how
 * far both are from its own clock (lib/other-clock.ts), so these clocks may be wrong by any amount. Only the errors of
 * the two measures count, two seconds in all: the storage tells whole seconds, and either clock may be set, or drift,
 * in the minute until it is heard again. A request that was accepted in time may wait two more seconds behind one of
 * Nido's own readers (pinned-reader.ts). Measured on MinIO: a removal whose sender was gone was never carried out. One
 * whose sender was only paused waited behind a foreign reader that had stalled, for as long as MinIO kept that reader:
 * 30 s. No quiet time that people would wait for covers this one case.
 */
export const QUIET_MS = 5_000

/** What the leases in the database can do. */
export interface LeaseBook {
  tryAcquire(name: string, ms: number): Promise<HeldLease | null>
  endOf(name: string): Promise<number>
  removeEnded(prefix: string, before: number): Promise<void>
}

interface HeldLease {
  renew(ms: number): Promise<boolean>
  release(): Promise<void>
}

/**
 * A lease as its holder sees it, by the monotonic clock. Once it has ended it never comes back: the next one has
 * another id.
 */
export interface ReplicaLease {
  readonly id: string
  /** Milliseconds until the lease ends; 0 or less when it has ended. */
  remainingMs(): number
}

const AGAIN = '~'

/**
 * The name of an owner who carries an operation on under the same lease after an earlier attempt. For the journal that
 * is another owner, so whatever the earlier attempt still wants to write there is refused.
 */
export const anotherOwner = ({ id, remainingMs }: ReplicaLease, newId: () => string): ReplicaLease => ({
  id: `${leaseOfOwner(id)}${AGAIN}${newId()}`,
  remainingMs,
})

/** The lease under which an owner works. */
export const leaseOfOwner = (owner: string): string => owner.split(AGAIN, 1)[0] ?? owner

export interface LeaseOptions {
  book: LeaseBook
  now: () => number
  newId: () => string
  onLapse: (id: string) => void
}

export class ReplicaLeases {
  readonly #options: LeaseOptions
  #id = ''
  #held: HeldLease | null = null
  #endsAt = -Infinity
  #endsAtTime = -Infinity
  #timer: NodeJS.Timeout | undefined
  #renewing: Promise<void> | null = null

  constructor(options: LeaseOptions) {
    this.#options = options
  }

  /** The lease to work under. One that has lapsed, such as in a pause of the process, is replaced by a new one. */
  async hold(): Promise<ReplicaLease> {
    // A renewal that was under way may have come too late. Then there is a new lease to wait for.
    for (let tries = 0; this.#remainingMs() <= 0 && tries < HOLD_TRIES; tries += 1) await this.#renew()
    const id = this.#id
    return { id, remainingMs: () => (id === this.#id ? this.#remainingMs() : 0) }
  }

  /** Whether an owner, as the journal names it, is this replica under its present lease. */
  isOwn(owner: string): boolean {
    return leaseOfOwner(owner) === this.#id
  }

  /** Both clocks count: the monotonic one stands still while a machine sleeps, and others go by the time of day. */
  #remainingMs(): number {
    return Math.min(this.#endsAt - performance.now(), this.#endsAtTime - this.#options.now())
  }

  #extend(from: { sentAt: number; time: number }): void {
    this.#endsAt = from.sentAt + LEASE_MS
    this.#endsAtTime = from.time + LEASE_MS
  }

  async start(): Promise<void> {
    await this.#renew()
    this.#timer = setInterval(() => void this.#renew().catch(() => undefined), RENEW_MS)
    this.#timer.unref()
  }

  /** Gives the lease back, so that others need not wait for its end. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#renewing?.catch(() => undefined)
    this.#endsAt = -Infinity
    await this.#held?.release()
  }

  /**
   * When the lease of another replica ends, in ms since 1970 by the clock of the database; 0 when it was given back.
   * `owner`: as the journal names it.
   */
  endOf(owner: string): Promise<number> {
    return this.#options.book.endOf(PREFIX + leaseOfOwner(owner))
  }

  /** Removes what long-dead replicas left. */
  removeEnded(): Promise<void> {
    return this.#options.book.removeEnded(PREFIX, this.#options.now() - KEEP_ENDED_MS)
  }

  #renew(): Promise<void> {
    this.#renewing ??= this.#renewOnce().finally(() => {
      this.#renewing = null
    })
    return this.#renewing
  }

  async #renewOnce(): Promise<void> {
    const from = { sentAt: performance.now(), time: this.#options.now() }
    if (this.#remainingMs() > 0 && (await this.#held?.renew(LEASE_MS))) {
      // An answer that comes after the old end proves nothing: others may have seen the lease end.
      if (this.#remainingMs() > 0) this.#extend(from)
      return
    }
    await this.#begin()
  }

  async #begin(): Promise<void> {
    if (this.#id) this.#options.onLapse(this.#id)
    this.#endsAt = -Infinity
    this.#id = this.#options.newId()
    const from = { sentAt: performance.now(), time: this.#options.now() }
    this.#held = await this.#options.book.tryAcquire(PREFIX + this.#id, LEASE_MS)
    if (this.#held) this.#extend(from)
  }
}
