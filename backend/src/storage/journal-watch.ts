// Follows the journal, whoever changes it: a commit shows a tree in another place without any event of the bucket.
import { isShown } from './coming-back.ts'
import type { StorageCore } from './core.ts'
import { followersOf, isAliased, isCommitted, type JournalState, type PendingOperation } from './journal-state.ts'

const LOOK_EVERY_MS = 500
/** While nobody is there. Whoever comes reads the journal before anything is answered. */
const IDLE_LOOK_EVERY_MS = 5_000
const LEAST_PAUSE_MS = 50

/** The pending operations that were committed between two states of the journal. */
export function committedBetween(before: Pick<JournalState, 'ops'>, after: JournalState): PendingOperation[] {
  const known = new Set(before.ops.filter(isCommitted).map(({ id }) => id))
  return after.ops.filter((op) => isCommitted(op) && !known.has(op.id))
}

/**
 * The paths (texts of `pathText`) whose trees readers see differently in `after` than in `before`. Null where closed
 * operations were dropped in between, so that nobody knows.
 */
export function shownOtherwise(before: JournalState, after: JournalState): string[] | null {
  const known = new Set([...after.ops, ...after.closed].map((op) => op.id))
  if (after.floor > before.rev || before.ops.some((op) => !known.has(op.id))) return null
  const wasHidden = new Set(before.ops.filter(isCommitted).map((op) => op.id))
  const wasClosed = new Set(before.closed.map((op) => op.id))
  const committed = committedBetween(before, after)
  // A restore may be seen before it closes, until somebody cancels it.
  const wasShown = new Set(before.ops.filter(isShown).map((op) => op.id))
  const shown = after.ops.filter((op) => isShown(op) !== wasShown.has(op.id))
  // A copy and other restores show when they close. What was refused, undone or removed for good never shows.
  const closed = after.closed.filter(
    (op) =>
      !wasClosed.has(op.id) &&
      !wasHidden.has(op.id) &&
      op.kind !== 'purge' &&
      op.kind !== 'clear' &&
      ['removing', 'done', 'running', 'stopped'].includes(op.how),
  )
  // A move that was seen may be turned back.
  const gone = new Set(after.ops.filter((op) => op.state === 'undoing').map((op) => op.id))
  const turned = before.ops.filter((op) => isAliased(op) && gone.has(op.id))
  const both = [...committed, ...shown, ...closed, ...turned].flatMap(({ src, dst }) =>
    [src, dst].filter((path) => path !== null),
  )
  // A late file in a folder that is moved shows in its new place, or where that was renamed to.
  const late = new Map(before.ops.filter(isAliased).map((op) => [op.id, op.late]))
  const grown = after.ops.filter(isAliased).filter((op) => op.late > (late.get(op.id) ?? op.late))
  return [...both, ...grown.flatMap((op) => [op.dst, ...followersOf(after, op).flatMap(({ dst }) => dst ?? [])])]
}

/**
 * The paths of the operations that closed between two states of the journal, except the refused ones, which never
 * began, and those of which all is told (their ids).
 */
export function endedBetween(before: JournalState, after: JournalState, told: readonly string[]): string[] {
  const known = new Set([...before.closed.map((op) => op.id), ...told])
  return after.closed
    .filter((op) => !known.has(op.id) && op.how !== 'refused')
    .flatMap(({ src, dst }) => [src, dst].filter((path) => path !== null))
}

/**
 * Makes sure that the journal is read twice a second, so that a replica without requests hears of commits too; while
 * nobody is there, every five seconds.
 */
export class JournalWatch {
  readonly #core: StorageCore
  #isRunning = false
  #looking: Promise<void> = Promise.resolve()

  constructor(core: StorageCore) {
    this.#core = core
  }

  start(): void {
    this.#isRunning = true
    this.#looking = this.#look()
  }

  async stop(): Promise<void> {
    const { journal, log, attention } = this.#core
    this.#isRunning = false
    attention.wake()
    await this.#looking
    // Others wait for a moment where this fails.
    await journal.trust.giveBack().catch((error: unknown) => log.debug({ err: error }, 'the journal stays trusted'))
  }

  async #look(): Promise<void> {
    const { journal, log, attention } = this.#core
    while (this.#isRunning) {
      // Each request reads the journal, so under load nothing more is needed.
      await attention.rest(Math.max(LOOK_EVERY_MS - journal.ageMs, LEAST_PAUSE_MS), IDLE_LOOK_EVERY_MS)
      if (!this.#isRunning) return
      try {
        if (journal.ageMs >= LOOK_EVERY_MS) await journal.look()
        await journal.trust.tend()
      } catch (error) {
        log.debug({ err: error }, 'the journal could not be read')
        await attention.rest(LOOK_EVERY_MS, IDLE_LOOK_EVERY_MS)
      }
    }
  }
}
