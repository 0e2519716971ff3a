// What others keep of places, such as links. Each pointer has the revision of the journal at which its place was right,
// and every later commit takes it along or ends it (tests/model: links).
import { AppError } from '../lib/app-error.ts'
import type { StorageCore } from './core.ts'
import { untilFree } from './free.ts'
import { HELD_WAIT_MS, held } from './held.ts'
import {
  type ClosedOperation,
  isCommitted,
  type JournalState,
  laterThan,
  type PendingOperation,
} from './journal-state.ts'
import { isBelow, pathText, type Place, placeOfText } from './paths.ts'

/** A place that is kept elsewhere, such as by a link, and the revision of the journal at which it was right. */
export interface Pointer {
  at: Place
  rev: number
}

/** The pointer that is stored as a text and a revision. */
export const pointerOf = ({ place, rev }: { place: string; rev: number }): Pointer => ({ at: placeOfText(place), rev })

/** Where a pointer leads after a commit: itself where the commit does not concern it, null where it was deleted. */
export type Relocate = (pointer: Pointer) => Pointer | null

/** How what is kept of places elsewhere follows moves and deletes. */
export interface Pointers {
  /**
   * Registers who keeps pointers. `keeper` is called for each commit before the operation is closed, perhaps twice, and
   * again after it has thrown.
   */
  onRelocated(keeper: (relocate: Relocate) => Promise<void>): void
  /**
   * Makes a pointer to what is at a place now: waits for what is pending there, calls `look`, then `keep`. Where an
   * operation came between, `mend` is called with what became of the pointer just kept (null: forget it). Answers what
   * `look` answered.
   * @throws AppError `locked`, `notFound` where the place was deleted meanwhile, and what `look` throws
   */
  make<T>(
    at: Place,
    steps: {
      look(): Promise<T>
      keep(found: T, pointer: Pointer): Promise<void>
      mend(pointer: Pointer | null): Promise<void>
    },
  ): Promise<T>
  /**
   * Where the pointers lead now, each with the current revision. A deleted item keeps its path; the caller checks
   * whether it exists.
   */
  locate(pointers: readonly Pointer[]): Promise<Pointer[]>
  /** Looks where a pointer leads (null: deleted), and again when it leads elsewhere afterwards. */
  follow<T>(pointer: Pointer, look: (at: Place | null) => Promise<T>): Promise<T>
}

type Change = Pick<PendingOperation, 'src' | 'dst' | 'isFile' | 'since'>

/** Whether an operation moves or deletes what lies at a path. */
const takes = ({ src, isFile }: Pick<Change, 'src' | 'isFile'>, path: string): boolean =>
  src !== null && (path === src || (!isFile && isBelow(path, src)))

/** Where a path is after one change; null where it was deleted. */
const after = ({ src, dst }: Pick<Change, 'src' | 'dst'>, path: string): string | null =>
  dst === null ? null : dst + path.slice(src?.length ?? 0)

const hasHappened = (op: PendingOperation | ClosedOperation): boolean =>
  'how' in op ? op.how === 'removing' : isCommitted(op)

/** Where that is now which was at a path at a revision, by what has been committed since; null where it was deleted. */
export function whereNow(journal: Pick<JournalState, 'ops' | 'closed'>, path: string, rev: number): string | null {
  const since = [...journal.closed, ...journal.ops]
    .filter((op) => hasHappened(op) && op.since > rev)
    .sort((a, b) => a.since - b.since)
  return since.reduce<string | null>((now, op) => (now !== null && takes(op, now) ? after(op, now) : now), path)
}

/** Tells where pointers lead after a commit. */
function followerOf(change: Change): Relocate {
  return (pointer) => {
    const path = pathText(pointer.at)
    if (pointer.rev >= change.since || !takes(change, path)) return pointer
    const now = after(change, path)
    return now === null ? null : { at: placeOfText(now), rev: change.since }
  }
}

export class StoragePointers implements Pointers {
  readonly #core: StorageCore
  readonly #keepers: ((relocate: Relocate) => Promise<void>)[] = []

  constructor(core: StorageCore) {
    this.#core = core
  }

  onRelocated(keeper: (relocate: Relocate) => Promise<void>): void {
    this.#keepers.push(keeper)
  }

  /**
   * Tells all keepers of a commit before its operation is closed, since the journal may forget it afterwards. May
   * happen twice after a crash.
   */
  async relocated(op: Change): Promise<void> {
    for (const keeper of this.#keepers) await keeper(followerOf(op))
  }

  async make<T>(
    at: Place,
    {
      look,
      keep,
      mend,
    }: {
      look: () => Promise<T>
      keep(found: T, pointer: Pointer): Promise<void>
      mend(pointer: Pointer | null): Promise<void>
    },
  ): Promise<T> {
    const path = pathText(at)
    const { rev } = await untilFree(this.#core, path)
    const found = await look()
    await keep(found, { at, rev })
    // As for a writer: an operation may have registered meanwhile, and told the keepers before this pointer was kept.
    const { journal } = this.#core
    const now = await journal.read()
    const op = laterThan(now, rev, path)
    if (!op && rev >= now.floor) return found
    if (op && !(await journal.untilClosed(op.id, HELD_WAIT_MS))) {
      await mend(null)
      throw held()
    }
    const last = await journal.read()
    // What the journal has forgotten meanwhile may have moved it anywhere.
    const isUnknown = rev < last.floor
    const to = isUnknown ? null : whereNow(last, path, rev)
    await mend(to === null ? null : { at: placeOfText(to), rev: last.rev })
    if (isUnknown) throw held()
    if (to === null) throw new AppError('notFound', 'it was deleted meanwhile')
    return found
  }

  async locate(pointers: readonly Pointer[]): Promise<Pointer[]> {
    const journal = await this.#core.journal.read()
    return pointers.map(({ at, rev }) => {
      const now = whereNow(journal, pathText(at), rev)
      return { at: now === null ? at : placeOfText(now), rev: journal.rev }
    })
  }

  async follow<T>(pointer: Pointer, look: (at: Place | null) => Promise<T>): Promise<T> {
    const path = pathText(pointer.at)
    for (let to = whereNow(await this.#core.journal.read(), path, pointer.rev); ;) {
      const [outcome] = await Promise.allSettled([look(to === null ? null : placeOfText(to))])
      const now = whereNow(await this.#core.journal.read(), path, pointer.rev)
      if (now === to) {
        if (outcome.status === 'rejected') throw outcome.reason
        return outcome.value
      }
      to = now
    }
  }
}
