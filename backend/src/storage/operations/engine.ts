// Operations as the rest of the storage sees them: begin one, follow it, and take over what a lost replica left.
import type { ErrorCode } from '../../../contract/errors.ts'
import { AppError } from '../../lib/app-error.ts'
import { sleep } from '../../lib/sleep.ts'
import type { StorageCore } from '../core.ts'
import type { PendingOperation } from '../journal.ts'
import { type Lease, QUIET_MS } from '../replica-lease.ts'
import { Fenced } from '../s3-clients.ts'
import { forgetDeletion } from './deleted-notes.ts'
import { Progress } from './progress.ts'
import { carryOutPurge } from './purging.ts'
import type { Outcome } from './registry.ts'
import { carryOutRemoval } from './removal.ts'
import { carryOutRestore } from './restoring.ts'
import { carryOutTransfer } from './transfer.ts'
import { type OperationRoom, type Owner, ownerUnder } from './worker.ts'

const LOOK_EVERY_MS = 2_000

export class Engine {
  readonly #core: StorageCore
  readonly #room: OperationRoom
  /** What this replica has in hand, from before it is registered to its end. */
  readonly #inHand = new Set<string>()
  readonly #running = new Set<Promise<void>>()
  #isStopping = false
  #looking: Promise<void> | null = null

  constructor(room: OperationRoom) {
    this.#core = room.core
    this.#room = room
  }

  async owner(): Promise<Owner> {
    if (this.#isStopping) throw new AppError('unavailable', 'this replica is stopping', { retryAfter: 1 })
    return ownerUnder(this.#core, await this.#core.leases.hold())
  }

  /** Tells that an operation is being begun here, so that the look for lost ones leaves it alone. */
  take(id: string): void {
    this.#inHand.add(id)
  }

  letGo(id: string): void {
    this.#inHand.delete(id)
  }

  /** Carries an operation on in the background; the promise settles when it has happened for all readers. */
  carryOn(op: Pick<PendingOperation, 'id' | 'kind'>, owner: Owner, progress: Progress): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    promise.catch(() => undefined)
    this.take(op.id)
    const task = this.#carryOut(op, owner, progress, resolve).then(resolve, async (error: unknown) => {
      if (!(error instanceof Fenced)) return reject(error)
      // Somebody carries it on (this replica's next look, too): this answers what it became.
      this.letGo(op.id)
      const outcome = await this.#room.registry.outcome(op.id)
      if (outcome === 'done') resolve()
      else reject(cancelled(outcome))
    }).catch(reject).finally(() => {
      this.letGo(op.id)
      this.#running.delete(task)
    })
    this.#running.add(task)
    return promise
  }

  async #carryOut(op: Pick<PendingOperation, 'id' | 'kind'>, owner: Owner, progress: Progress, onCommit: () => void): Promise<void> {
    const outcome = await this.#attempt(op, owner, progress, onCommit)
    if (outcome !== 'done') throw cancelled(outcome)
  }

  async #attempt(op: Pick<PendingOperation, 'id' | 'kind'>, owner: Owner, progress: Progress, onCommit: () => void): Promise<Outcome> {
    try {
      const outcome = await (op.kind === 'delete' ? carryOutRemoval(this.#room, owner, op.id, progress)
        : op.kind === 'restore' ? carryOutRestore(this.#room, owner, op.id, progress)
        : op.kind === 'purge' ? carryOutPurge(this.#room, owner, op.id, progress)
        : carryOutTransfer(this.#room, owner, op.id, progress, onCommit))
      await progress.end(outcome)
      return outcome
    } catch (error) {
      if (error instanceof Fenced || (error instanceof AppError && error.code === 'goneMeanwhile')) throw error
      this.#core.log.error({ operation: op.id, err: error }, 'an operation failed')
      await this.#giveUp(op, owner, progress, error instanceof AppError ? error.code : 'internal')
      throw error
    }
  }

  /** What failed before its commit is undone; what is past it stays registered, and is tried again by the next look. */
  async #giveUp(op: Pick<PendingOperation, 'id' | 'kind'>, owner: Owner, progress: Progress, error: ErrorCode): Promise<void> {
    const hasCommit = op.kind === 'copy' || op.kind === 'move'
    if (!hasCommit || !await this.#room.registry.cancel(op.id)) return
    await carryOutTransfer(this.#room, owner, op.id, progress, () => undefined)
    await progress.end('failed', error)
  }

  start(): void {
    this.#looking = this.#lookAround()
  }

  /** Waits for what is under way, for so long; the rest is another's. */
  async stop(patienceMs: number): Promise<void> {
    this.#isStopping = true
    await Promise.race([Promise.allSettled(this.#running), sleep(patienceMs)])
    await this.#looking
  }

  async #lookAround(): Promise<void> {
    while (!this.#isStopping) {
      await this.#takeOverLost().catch((error: unknown) => this.#core.log.warn({ err: error }, 'could not look for lost operations'))
      await sleep(LOOK_EVERY_MS)
    }
  }

  async #takeOverLost(): Promise<void> {
    const { ops } = await this.#core.journal.read()
    for (const op of ops) {
      if (this.#inHand.has(op.id)) continue
      const lease = await this.#core.leases.hold()
      const end = op.owner === lease.id ? 0 : await this.#core.leases.endOf(op.owner)
      if (end > this.#core.now() || !await this.#room.registry.takeOver(op, lease)) continue
      this.#core.log.warn({ operation: op.id, kind: op.kind, state: op.state }, 'taking over an operation')
      this.take(op.id)
      void this.#resume(op, end, lease).catch((error: unknown) => {
        this.letGo(op.id)
        this.#core.log.warn({ operation: op.id, err: error }, 'could not carry on an operation')
      })
    }
  }

  async #resume(op: PendingOperation, endOfOld: number, lease: Lease): Promise<void> {
    // The quiet time: what the old owner sent may still take effect. An own one that failed has nothing under way.
    if (op.owner !== lease.id && endOfOld > 0) await sleep(Math.max(0, endOfOld + QUIET_MS - this.#core.now()))
    const progress = await Progress.takenOver(this.#room.records, op.id)
    if (op.state === 'new') {
      await this.#room.registry.close(op.id, lease, 'refused')
      await progress.end('failed', 'unavailable')
      if (op.kind === 'delete') await forgetDeletion(this.#room, this, op)
      this.letGo(op.id)
      return
    }
    await this.carryOn(op, ownerUnder(this.#core, lease), progress)
  }
}

const cancelled = (how: 'undone' | 'stopped'): AppError =>
  (how === 'undone' ? new AppError('goneMeanwhile', 'the change was cancelled and undone') : new AppError('stopped', 'the change was cancelled on its way'))
