// What is pending in the tree: one document, changed only by compare-and-set on `rev`. Every reader and writer of a
// path asks it here.
import type { Connection } from 'mongoose'
import { packBody, unpackBody } from './journal-body.ts'
import { isBelow, overlap } from './paths.ts'
import { sleep } from '../lib/sleep.ts'
import { MARKS_ID } from './live/write-marks.ts'

/** `clear`: no person's change; versions are moved out of the way, or ended, while nobody else touches the place. */
export type ChangeKind = 'move' | 'copy' | 'delete' | 'restore' | 'purge' | 'clear'
export type PendingState = 'new' | 'copying' | 'removing' | 'undoing' | 'running'

/** One pending operation. `src` and `dst` are texts of `pathText` (paths.ts). */
export interface PendingOperation {
  id: string
  kind: ChangeKind
  /** A copy lets go of its source once its manifest pins the versions. */
  src: string | null
  dst: string | null
  /** Whether `src` (or what a restore brings back) is one file. */
  isFile: boolean
  /**
   * A merge cannot hide its destination: readers look beneath its copies. Of a restore: it may replace what is there.
   */
  merge: boolean
  /** A move to another bucket leaves older versions behind, unless they are to go along. */
  history?: boolean
  state: PendingState
  /** `rev` of its last step among register and commit; writers compare with it. */
  since: number
  /** Id of the replica's lease under which it is worked on. */
  owner: string
  /** Counts the late writers under `src`; the commit looks again when it moved. */
  late: number
  cancel: boolean
  userId: number
  /** The note of the trash that a delete is in, where it is not the only one in there. */
  note?: string
}

/** A closed one, kept for two minutes at most, with the state it was closed from. */
export interface ClosedOperation extends Pick<
  PendingOperation,
  'id' | 'kind' | 'src' | 'dst' | 'isFile' | 'since' | 'note'
> {
  how: PendingState | 'done' | 'stopped' | 'refused'
  closedAt: number
}

export interface JournalState {
  rev: number
  /** `rev` of the last closed record that was dropped; who remembers an older one knows nothing for certain. */
  floor: number
  ops: PendingOperation[]
  closed: ClosedOperation[]
}

/** `body` is a text of `packBody`. */
interface JournalDocument {
  _id: string
  rev: number
  floor: number
  body: string
  marks?: Record<string, number>
}

const ID = 'journal'
const KEEP_CLOSED_MS = 120_000
const BODY_MAX_BYTES = 64 * 1024
const CLOSED_MIN_BYTES = 8 * 1024
const PENDING_MAX = 200

export interface JournalOptions {
  database: Connection
  now: () => number
  observe: (step: 'read' | 'change', seconds: number) => void
  /**
   * Told of the marks of writes that lie beside the journal, and when they were asked for by the clock of
   * `performance.now`.
   */
  hearMarks: (marks: Record<string, number>, begun: number) => void
}

export class Journal {
  readonly #options: JournalOptions
  #state: JournalState = { rev: -1, floor: 0, ops: [], closed: [] }
  #reading: Promise<JournalState> | null = null
  #nextReading: Promise<JournalState> | null = null
  #readAt = -Infinity
  #changing: Promise<unknown> = Promise.resolve()
  readonly #listeners: ((before: JournalState, after: JournalState) => void)[] = []

  constructor(options: JournalOptions) {
    this.#options = options
  }

  /** Makes the document at the very first start. */
  async open(): Promise<void> {
    const body = packBody({ ops: [], closed: [] })
    await this.#collection
      .updateOne({ _id: ID }, { $setOnInsert: { rev: 0, floor: 0, body } }, { upsert: true })
      .catch((error: { code?: number }) => {
        if (error.code !== 11000) throw error
      })
    await this.read()
  }

  get #collection() {
    return this.#options.database.collection<JournalDocument>('journal')
  }

  /** Calls back with each newer state, before anybody is answered by it. */
  onChange(listener: (before: JournalState, after: JournalState) => void): void {
    this.#listeners.push(listener)
  }

  /** What was last read: good enough to begin with, never to end with. */
  get last(): JournalState {
    return this.#state
  }

  /** For how many milliseconds nobody has read it: the state that is remembered was true then, or later. */
  get ageMs(): number {
    return performance.now() - this.#readAt
  }

  /** The journal as it is now. A read that begins after this call serves all who called before it began. */
  read(): Promise<JournalState> {
    if (!this.#reading) return this.#startReading()
    this.#nextReading ??= this.#reading
      .catch(() => undefined)
      .then(() => {
        this.#nextReading = null
        return this.#startReading()
      })
    return this.#nextReading
  }

  #startReading(): Promise<JournalState> {
    const begun = performance.now()
    // One command for both: each of them is waited for by everybody who reads.
    const reading = this.#collection
      .find({ _id: { $in: [ID, MARKS_ID] } })
      .toArray()
      .then((documents) => {
        this.#options.hearMarks(documents.find(({ _id }) => _id === MARKS_ID)?.marks ?? {}, begun)
        const document = documents.find(({ _id }) => _id === ID)
        if (!document) throw new Error('the journal document is missing')
        this.#options.observe('read', (performance.now() - begun) / 1000)
        this.#readAt = begun
        return this.#remember(document)
      })
      .finally(() => {
        this.#reading = null
      })
    this.#reading = reading
    return reading
  }

  #remember({ rev, floor, body }: Pick<JournalDocument, 'rev' | 'floor' | 'body'>): JournalState {
    if (rev === this.#state.rev) return this.#state
    const state: JournalState = { rev, floor, ...unpackBody(body) }
    if (rev > this.#state.rev) {
      const before = this.#state
      this.#state = state
      for (const listener of this.#listeners) listener(before, state)
    }
    return state
  }

  /**
   * Changes the journal by compare-and-set: `edit` gets a draft, edits it and answers anything but null, or null to
   * leave all as it is. It runs again when somebody else was faster. Answers what `edit` answered; null when it
   * declined on the newest state.
   */
  change<T>(edit: (draft: JournalState) => T | null): Promise<T | null> {
    const changed = this.#changing.then(() => this.#change(edit))
    this.#changing = changed.catch(() => undefined)
    return changed
  }

  async #change<T>(edit: (draft: JournalState) => T | null): Promise<T | null> {
    const begun = performance.now()
    for (let isFresh = false; ;) {
      const state = this.#state
      const draft = structuredClone(state)
      draft.rev += 1
      const result = edit(draft)
      if (result === null) {
        if (isFresh) return null
        await this.read()
        isFresh = true
        continue
      }
      this.#dropOld(draft)
      const next = { rev: draft.rev, floor: draft.floor, body: packBody(draft) }
      const done = await this.#collection.updateOne({ _id: ID, rev: state.rev }, { $set: next })
      if (done.matchedCount === 1) {
        this.#remember(next)
        this.#options.observe('change', (performance.now() - begun) / 1000)
        return result
      }
      await this.read()
      isFresh = true
    }
  }

  // The document stays small: what is old goes, and where much is closed in a short time the oldest of it.
  #dropOld(draft: JournalState): void {
    const oldest = this.#options.now() - KEEP_CLOSED_MS
    const sizeOf = (records: unknown[]) => Buffer.byteLength(JSON.stringify(records))
    let context = Math.max(CLOSED_MIN_BYTES, BODY_MAX_BYTES - sizeOf(draft.ops))
    const kept = draft.closed.findLastIndex((closed) => closed.closedAt < oldest || (context -= sizeOf([closed])) < 0)
    if (kept < 0) return
    draft.floor = Math.max(draft.floor, ...draft.closed.slice(0, kept + 1).map((closed) => closed.since))
    draft.closed = draft.closed.slice(kept + 1)
  }

  /** Waits until the journal satisfies a question, asking again and again; false when the time is over. */
  async until(isTrue: (state: JournalState) => boolean, timeoutMs: number): Promise<boolean> {
    const end = performance.now() + timeoutMs
    for (let pause = 10; ; pause = Math.min(pause * 1.5, 250)) {
      if (isTrue(await this.read())) return true
      if (performance.now() > end) return false
      await sleep(pause)
    }
  }

  /** Waits until an operation is closed; false when the time is over. */
  untilClosed(id: string, timeoutMs: number): Promise<boolean> {
    return this.until((state) => !state.ops.some((op) => op.id === id), timeoutMs)
  }
}

/** Whether one more operation fits; who does not fit waits. */
export const hasRoom = (state: JournalState): boolean =>
  state.ops.length < PENDING_MAX && Buffer.byteLength(JSON.stringify(state.ops)) < BODY_MAX_BYTES

/** The note of the trash that an operation has to do with: told, or named by its id, `<own id>-<note's id>`. */
export const noteNamed = ({ id, note }: Pick<PendingOperation, 'id' | 'note'>): string =>
  note ?? id.slice(id.indexOf('-') + 1)

/** Whether a delete is pending that is in a note of the trash. */
export const isDeleting = ({ ops }: Pick<JournalState, 'ops'>, noteId: string): boolean =>
  ops.some((op) => op.kind === 'delete' && noteNamed(op) === noteId)

/** The paths that an operation is about. */
export const pathsOf = (op: Pick<PendingOperation, 'src' | 'dst'>): string[] =>
  [op.src, op.dst].filter((path) => path !== null)

/** Whether an operation is about a path: equal to, above or below one of its own. */
export const touches = (op: Pick<PendingOperation, 'src' | 'dst'>, path: string): boolean =>
  pathsOf(op).some((own) => overlap(own, path))

/** Whether `path` is what the operation takes from or brings to `own`: below it, or the one file itself. */
export const covers = (own: string | null, op: Pick<PendingOperation, 'isFile'>, path: string): boolean =>
  own !== null && (isBelow(path, own) || (op.isFile && path === own))

/** The first operation on a path that registered or committed after `rev`. */
export function laterThan(
  state: JournalState,
  rev: number,
  path: string,
): PendingOperation | ClosedOperation | undefined {
  // What is cleared away are versions known by their ids: a late writer's own is none of them.
  return [...state.ops, ...state.closed].find((op) => op.kind !== 'clear' && op.since > rev && touches(op, path))
}

/** What the journal says of a path, as one text to compare. */
export const saysOf = (state: JournalState, path: string): string =>
  JSON.stringify(
    [...state.ops.map((op) => [op, op.state] as const), ...state.closed.map((op) => [op, 'closed'] as const)]
      .filter(([op]) => touches(op, path))
      .map(([op, at]) => [op.id, at]),
  )

/** The operation that hides a path: what it moved or deleted is gone for all readers. */
export const leaving = (state: JournalState, path: string): PendingOperation | undefined =>
  state.ops.find((op) => op.state === 'removing' && op.src !== null && (path === op.src || isBelow(path, op.src)))

/** The operation whose unfinished copies may lie at or below a path's own place. */
export const arriving = (state: JournalState, path: string): PendingOperation | undefined =>
  state.ops.find(
    (op) =>
      (op.state === 'copying' || op.state === 'undoing') &&
      op.dst !== null &&
      (path === op.dst || isBelow(path, op.dst)),
  )
