// Runs operations in the background, and takes over those of a lost replica.
import type { ErrorCode } from '../../../contract/errors.ts'
import { AppError } from '../../lib/app-error.ts'
import { createLru } from '../../lib/lru.ts'
import { sleep } from '../../lib/sleep.ts'
import { inAttempt } from '../at-work.ts'
import type { StorageCore } from '../core.ts'
import { isCommitted, type PendingOperation } from '../journal-state.ts'
import { anotherOwner, LEASE_MS, type ReplicaLease, leaseOfOwner, QUIET_MS } from '../replica-lease.ts'
import { Fenced } from '../s3-clients.ts'
import { KINDS } from './kinds.ts'
import { OperationProgress } from './progress.ts'
import { CANCELLED, type Outcome, TURNED_BACK } from './registry.ts'
import { dropUnfinished, type OperationContext, type OperationRun, type Owner, ownerUnder } from './worker.ts'

const LOOK_EVERY_MS = 2_000
/** While nobody is there. */
const IDLE_LOOK_EVERY_MS = 5_000
/** So many failures of a move that is seen already are no accident. */
const TURNED_BACK_AFTER = 5
const FAILURES_REMEMBERED = 1_000
/** An attempt in which no request has ended for this long is stuck: each request has a far lower time limit. */
const GIVE_UP_MS = 300_000

export class Engine {
  readonly #core: StorageCore
  readonly #context: OperationContext
  /** Operations that this replica works on, from before they are registered until they end. */
  readonly #inHand = new Map<string, Owner | null>()
  /** Attempts that were given up, whose operations nobody has taken over yet. */
  readonly #givenUp = new Map<string, Owner>()
  /** How often operations have failed here. */
  readonly #failures = createLru<string, number>(FAILURES_REMEMBERED)
  readonly #giveUpMs: number
  readonly #running = new Set<Promise<void>>()
  #isStopping = false
  #looking: Promise<void> | null = null

  constructor(context: OperationContext, giveUpMs = GIVE_UP_MS) {
    this.#core = context.core
    this.#context = context
    this.#giveUpMs = giveUpMs
  }

  async owner(): Promise<Owner> {
    if (this.#isStopping) throw new AppError('unavailable', 'this replica is stopping', { retryAfter: 1 })
    return ownerUnder(this.#core, await this.#core.leases.hold())
  }

  /**
   * Marks an operation as being worked on here, so that it is not taken over while its owner makes progress.
   */
  take(id: string, owner: Owner | null): void {
    if (owner) owner.attempt.unfinished = this.#context.records.unfinishedOf(id)
    this.#inHand.set(id, owner)
  }

  /** Removes that mark, unless another owner in this process works on it by now. */
  letGo(id: string, owner: Owner | null): void {
    if (this.#inHand.get(id) === owner) this.#inHand.delete(id)
  }

  /** Carries an operation on in the background; the promise settles when it has happened for all readers. */
  carryOn(run: OperationRun): Promise<void> {
    const { id, owner } = run
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    promise.catch(() => undefined)
    this.take(id, owner)
    const attempt = inAttempt(owner.attempt, () => this.#carryOut(run, resolve))
    // If the attempt is given up, wait for the outcome under the next owner.
    const task = Promise.race([attempt, owner.attempt.gaveUp])
      .then(resolve, async (error: unknown) => {
        if (!(error instanceof Fenced)) return reject(error)
        // Another owner continues it, maybe in this process: answer with its outcome.
        this.letGo(id, owner)
        const outcome = await this.#context.registry.outcome(id)
        if (outcome === 'done') resolve()
        else reject(cancelled(outcome))
      })
      .catch(reject)
      .finally(() => {
        this.letGo(id, owner)
        this.#running.delete(task)
      })
    this.#running.add(task)
    return promise
  }

  async #carryOut(run: OperationRun, onCommit: () => void): Promise<void> {
    const outcome = await this.#attempt(run, onCommit)
    if (outcome !== 'done') throw cancelled(outcome)
  }

  async #attempt(run: OperationRun, onCommit: () => void): Promise<Outcome> {
    try {
      const outcome = await KINDS[run.kind].carryOut(run, onCommit)
      await run.progress.end(outcome)
      return outcome
    } catch (error) {
      if (error instanceof Fenced || (error instanceof AppError && error.code === 'goneMeanwhile')) throw error
      this.#core.log.error({ operation: run.id, err: error }, 'an operation failed')
      await this.#giveUp(run, error instanceof AppError ? error.code : 'internal')
      // What readers see has happened, though it will be tried again.
      const left = await this.#context.registry.mine(run)
      if (left && isCommitted(left) && !left.cancel) onCommit()
      throw error
    }
  }

  /**
   * Undoes what failed before its commit. What failed later stays registered, and is taken over and tried again. A move
   * that was seen before it was done is turned back when it has failed several times, or where there is no room, which
   * will be so for a while: nobody has changed anything under either name by then, and nobody could.
   */
  async #giveUp(run: OperationRun, error: ErrorCode): Promise<void> {
    const { carryOut, isUndone } = KINDS[run.kind]
    if (!isUndone || !(await this.#cancelFailed(run.id, error))) return
    await carryOut(run, () => undefined)
    await run.progress.end('failed', error)
  }

  #cancelFailed(id: string, error: ErrorCode): Promise<boolean> {
    const times = (this.#failures.get(id) ?? 0) + 1
    this.#failures.set(id, times)
    const isHopeless = times >= TURNED_BACK_AFTER || error === 'noRoom'
    return this.#context.registry.cancel(id, isHopeless ? TURNED_BACK : CANCELLED)
  }

  start(): void {
    this.#looking = this.#lookAround()
  }

  /** Waits so long for running operations; other replicas take over the rest. */
  async stop(patienceMs: number): Promise<void> {
    this.#isStopping = true
    this.#core.attention.wake()
    await Promise.race([Promise.allSettled(this.#running), sleep(patienceMs)])
    await this.#looking
  }

  async #lookAround(): Promise<void> {
    while (!this.#isStopping) {
      this.#giveUpStuck()
      await this.#takeOverLost().catch((error: unknown) =>
        this.#core.log.warn({ err: error }, 'could not look for lost operations'),
      )
      await this.#core.attention.rest(LOOK_EVERY_MS, IDLE_LOOK_EVERY_MS)
    }
  }

  /** Gives up stuck attempts. The replica's lease and its other operations continue; the next look takes these over. */
  #giveUpStuck(): void {
    for (const [id, owner] of this.#inHand) {
      if (!owner || owner.attempt.restedMs < this.#giveUpMs) continue
      this.#core.log.error(
        { operation: id },
        'an operation has ended no request for minutes: it is given up and begun again',
      )
      owner.attempt.giveUp()
      this.#givenUp.set(id, owner)
      this.#inHand.delete(id)
    }
  }

  async #takeOverLost(): Promise<void> {
    const { journal } = this.#core
    // What is remembered is as good as a read some seconds later.
    const { ops } = journal.ageMs < IDLE_LOOK_EVERY_MS ? journal.last : await journal.read()
    for (const id of this.#givenUp.keys()) if (!ops.some((op) => op.id === id)) this.#givenUp.delete(id)
    for (const op of ops) {
      if (this.#inHand.has(op.id)) continue
      const held = await this.#core.leases.hold()
      const isOwn = leaseOfOwner(op.owner) === held.id
      const end = isOwn ? 0 : await this.#core.leases.endOf(op.owner)
      // For the journal the earlier attempt is another owner, so it can change nothing there when it wakes.
      const lease = isOwn ? anotherOwner(held, this.#core.newId) : held
      if (end > this.#core.now() || !(await this.#context.registry.takeOver(op, lease))) continue
      this.#core.log.warn({ operation: op.id, kind: op.kind, state: op.state }, 'taking over an operation')
      this.take(op.id, null)
      void this.#resume(op, end, lease).catch((error: unknown) => {
        this.letGo(op.id, null)
        this.#core.log.warn({ operation: op.id, err: error }, 'could not carry on an operation')
      })
    }
  }

  /**
   * Waits for the quiet time, since requests of the old owner may still take effect. An own attempt that failed has no
   * open requests. One that was given up may have some; they are signed to expire with the lease as it was then.
   */
  async #untilQuiet(op: PendingOperation, endOfOld: number): Promise<void> {
    const stuck = this.#givenUp.get(op.id)
    this.#givenUp.delete(op.id)
    if (stuck) await sleep(Math.max(0, stuck.attempt.sentAt + LEASE_MS + QUIET_MS - performance.now()))
    else if (endOfOld > 0) await sleep(Math.max(0, endOfOld + QUIET_MS - this.#core.now()))
  }

  async #resume(op: PendingOperation, endOfOld: number, lease: ReplicaLease): Promise<void> {
    await this.#untilQuiet(op, endOfOld)
    const { id, kind } = op
    const progress = await OperationProgress.takenOver(this.#context.records, id)
    const run: OperationRun = { context: this.#context, owner: ownerUnder(this.#core, lease), id, kind, progress }
    if (op.state === 'new') {
      await this.#context.registry.close(run, 'refused')
      await progress.end('failed', 'unavailable')
      await KINDS[kind].forget({ context: this.#context, engine: this }, op)
      this.letGo(id, null)
      return
    }
    await dropUnfinished(run)
    await this.carryOn(run)
  }
}

const cancelled = (how: 'undone' | 'stopped'): AppError =>
  how === 'undone'
    ? new AppError('goneMeanwhile', 'the change was cancelled and undone')
    : new AppError('stopped', 'the change was cancelled on its way')
