// Steps of an operation in the journal: register, continue, close; and waiting for operations that overlap.
import { AppError } from '../../lib/app-error.ts'
import type { StorageCore } from '../core.ts'
import { HELD_WAIT_MS, held } from '../held.ts'
import {
  type ClosedOperation,
  hasRoom,
  type JournalState,
  mayFollow,
  isSettled,
  noteNamed,
  pathsOf,
  type PendingOperation,
  type PendingState,
} from '../journal-state.ts'
import { operationsOf } from '../note-operations.ts'
import type { ReplicaLease } from '../replica-lease.ts'
import { askToSettle } from '../settling.ts'

/** What may be cancelled. */
export const CANCELLED: readonly PendingState[] = ['copying', 'running', 'shown']
/** The same with what is turned back: a move that is seen already. Nobody changes anything under either name. */
export const TURNED_BACK: readonly PendingState[] = ['aliased', ...CANCELLED]

/** The outcome of an operation. `undone`: the old state is back; `stopped`: a part of it has happened. */
export type Outcome = 'done' | 'undone' | 'stopped'

export type NewOperation = Pick<
  PendingOperation,
  'id' | 'kind' | 'src' | 'dst' | 'isFile' | 'userId' | 'history' | 'note'
> &
  Partial<Pick<PendingOperation, 'merge'>> & {
    state: 'new' | 'running'
    /** Whether it may take further what another move still brings. */
    follows?: boolean
    /** Whether it may come beside running deletes of folders in its note, which it stops. */
    stops?: boolean
  }

/** An operation in the hands of an owner, as the journal knows both. */
export interface OwnedOperation {
  id: string
  owner: { lease: ReplicaLease }
}

/** Changes an operation in a draft of the journal; null leaves all as it is. */
export type JournalEdit = (op: PendingOperation, draft: JournalState) => boolean | null

export class Registry {
  readonly #core: StorageCore

  constructor(core: StorageCore) {
    this.#core = core
  }

  /**
   * Registers an operation under a lease once nothing overlaps with it.
   * @param takenNow called while it waits; may throw, since a name that a pending operation writes to counts as taken
   * @throws AppError `locked` after half a minute
   */
  async register(
    op: NewOperation,
    lease: ReplicaLease,
    takenNow: (state: JournalState) => void = () => undefined,
  ): Promise<void> {
    const end = performance.now() + HELD_WAIT_MS
    for (;;) {
      if (await this.tryRegister(op, lease)) return
      takenNow(this.#core.journal.last)
      await this.#askToSettle(op)
      const isFree = await this.#core.journal.until(
        (state) => !this.#isHeld(state, op) && hasRoom(state),
        end - performance.now(),
      )
      if (!isFree) throw held()
    }
  }

  /** The same without waiting. False if something overlaps. */
  async tryRegister(op: NewOperation, lease: ReplicaLease): Promise<boolean> {
    const { follows: _, stops: __, ...recorded } = op
    return (
      (await this.#core.journal.change((draft) => {
        if (this.#isHeld(draft, op) || !hasRoom(draft)) return null
        draft.ops.push({ merge: false, ...recorded, since: draft.rev, owner: lease.id, late: 0, cancel: false })
        return true
      })) !== null
    )
  }

  /** Asks for the files that an operation is about, where these alone are needed of a folder that is moved. */
  async #askToSettle(op: NewOperation): Promise<void> {
    if (op.isFile) for (const path of pathsOf(op)) await askToSettle(this.#core, this.#core.journal.last, path)
  }

  /** Whether an operation has to wait for another one. */
  #isHeld(state: JournalState, op: NewOperation): boolean {
    const isFollowed = (other: PendingOperation) => op.follows === true && mayFollow(state, other, op)
    const isStopped = (other: PendingOperation) =>
      op.stops === true && noteNamed(other) === noteNamed(op) && isRunningDelete(other)
    // A file that is settled is none of a move any more.
    const unsettled = (other: PendingOperation, path: string | null) =>
      path !== null && op.isFile && isSettled(other, path) ? null : path
    const ownPart = (other: PendingOperation): NewOperation => ({
      ...op,
      src: unsettled(other, op.src),
      dst: unsettled(other, op.dst),
    })
    return state.ops.some((other) => this.#clashes(other, ownPart(other)) && !isFollowed(other) && !isStopped(other))
  }

  #clashes(a: NewOperation | PendingOperation, b: NewOperation | PendingOperation): boolean {
    // A delete that adds to a note and an operation that works on this note exclude each other.
    if ((a.kind === 'delete') !== (b.kind === 'delete') && noteNamed(a) === noteNamed(b)) return true
    const { exclude } = this.#core.rules
    return [a.src, a.dst].some(
      (own) => own !== null && [b.src, b.dst].some((other) => other !== null && exclude(own, other)),
    )
  }

  /** One step of an own operation. Null where `edit` leaves all as it is, or when it is another's by now. */
  async step(owned: OwnedOperation, edit: JournalEdit): Promise<true | null> {
    return this.#core.journal.change((draft) => {
      const op = draft.ops.find((pending) => isOwn(pending, owned))
      return op && edit(op, draft) ? true : null
    })
  }

  /** Closes an own operation with what became of it. */
  async close(
    owned: OwnedOperation,
    how: ClosedOperation['how'],
    isStill: (op: PendingOperation) => boolean = () => true,
  ): Promise<true | null> {
    return this.step(owned, (op, draft) => {
      if (!isStill(op)) return null
      closeIn(draft, op, { how, closedAt: this.#core.now() })
      return true
    })
  }

  /** The own operation as it is now, or null when it is closed or another's. */
  async mine(owned: OwnedOperation): Promise<PendingOperation | null> {
    return (await this.#core.journal.read()).ops.find((op) => isOwn(op, owned)) ?? null
  }

  /** Takes over what a lost owner left; null when it moved on meanwhile. */
  async takeOver(op: PendingOperation, lease: ReplicaLease): Promise<true | null> {
    return this.#core.journal.change((draft) => {
      const left = draft.ops.find((pending) => pending.id === op.id && pending.owner === op.owner)
      if (!left) return null
      left.owner = lease.id
      return true
    })
  }

  /**
   * Asks for a copying operation to be undone, or for one that works on a note to stop where it is. A move is not
   * turned back once what it brings was renamed again, or somebody waits for a file of it.
   */
  async cancel(id: string, states: readonly PendingState[] = CANCELLED): Promise<boolean> {
    return (
      (await this.#core.journal.change((draft) => {
        const op = draft.ops.find((pending) => pending.id === id && states.includes(pending.state))
        if (!op || (op.state === 'aliased' && !this.#core.rules.mayTurnBack(draft, op))) return null
        op.cancel = true
        // From now on readers see what is back.
        if (op.state === 'shown') op.state = 'running'
        return true
      })) !== null
    )
  }

  /** Asks the deletes of a note to stop where they are; answers whether there are any. */
  async stopDeletes(noteId: string): Promise<boolean> {
    return (
      (await this.#core.journal.change((draft) => {
        const running = operationsOf(draft, noteId).filter(isRunningDelete)
        for (const op of running) op.cancel = true
        return running.length > 0 ? true : null
      })) !== null
    )
  }

  /** Whether somebody has asked for an operation to end. */
  async isCancelled(id: string): Promise<boolean> {
    return (await this.#core.journal.read()).ops.some((op) => op.id === id && op.cancel)
  }

  /**
   * Waits for the end of an operation that somebody else continues. A fenced owner answers with this outcome, never
   * with "failed".
   */
  async outcome(id: string): Promise<Outcome> {
    await this.#core.journal.untilClosed(id, Infinity)
    const closed = this.#core.journal.last.closed.findLast((op) => op.id === id)
    if (!closed)
      throw new AppError('unavailable', 'the storage was away for too long to tell what became of the change')
    if (closed.how === 'stopped') return 'stopped'
    return ['removing', 'done', 'running'].includes(closed.how) ? 'done' : 'undone'
  }
}

/** Whether it is a delete of a folder, and what it deletes is hidden already. */
const isRunningDelete = ({ kind, state, isFile }: PendingOperation): boolean =>
  kind === 'delete' && state === 'removing' && !isFile

const isOwn = (op: PendingOperation, { id, owner }: OwnedOperation): boolean =>
  op.id === id && op.owner === owner.lease.id

/** Moves a record of the draft to the closed ones. */
function closeIn(draft: JournalState, op: PendingOperation, end: Pick<ClosedOperation, 'how' | 'closedAt'>): void {
  const { id, kind, src, dst, isFile, since, note, cancel } = op
  const more = { ...(note !== undefined && { note }), ...(cancel && { cancel }) }
  draft.ops = draft.ops.filter((pending) => pending !== op)
  draft.closed.push({ id, kind, src, dst, isFile, since, ...end, ...more })
}
