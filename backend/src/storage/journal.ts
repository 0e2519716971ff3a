// The document that lists what is pending. It changes only by compare-and-set on `rev`. Every reader and writer of a
// path asks it here.
import type { Connection } from 'mongoose'
import type { Serving } from '../database/change-counters.ts'
import { createSharedCall } from '../lib/shared-call.ts'
import { sleep } from '../lib/sleep.ts'
import { packBody, unpackBody } from './journal-body.ts'
import { BODY_MAX_BYTES, type JournalState } from './journal-state.ts'
import { JournalTrust, type TrustFields } from './journal-trust.ts'
import type { WrittenPlaces } from './live/announced-writes.ts'
import { type FoundMarks, MARKS_ID } from './live/write-marks.ts'

/** `body` is a text of `packBody`; `writes` by replica. */
interface JournalDocument extends TrustFields {
  _id: string
  rev: number
  floor: number
  body: string
  writes?: Record<string, WrittenPlaces>
  marks?: Record<string, number>
}

const ID = 'journal'
const KEEP_CLOSED_MS = 120_000
const CLOSED_MIN_BYTES = 8 * 1024

export interface JournalOptions {
  database: Connection
  now: () => number
  /** The name of this replica. */
  self: string
  /** Whom this process serves; nobody, where it is left out. */
  serving?: (() => Serving) | undefined
  /** How long nobody trusts it after a change by others (journal-trust.ts), where tests want less. */
  calmMs?: number
  observe: (step: 'read' | 'change', seconds: number) => void
  /** Called with what replicas say of their writes; answers whether others have written since. */
  hearMarks: (found: FoundMarks) => boolean
}

export class Journal {
  readonly #options: JournalOptions
  #state: JournalState = { rev: -1, floor: 0, ops: [], closed: [] }
  #readAt = -Infinity
  #changing: Promise<unknown> = Promise.resolve()
  /** Whether a change of this process is on its way, which others may know before it does. */
  #isChanging = false
  readonly trust: JournalTrust
  readonly #listeners: ((before: JournalState, after: JournalState) => void)[] = []

  constructor(options: JournalOptions) {
    this.#options = options
    this.trust = new JournalTrust({
      self: options.self,
      serving: options.serving ?? (() => 'nobody'),
      calmMs: options.calmMs,
      read: () => this.look(),
      change: (from, to) => this.#collection.updateOne({ _id: ID, ...from }, { $set: to }),
    })
  }

  /** Makes the document at the very first start. */
  async open(): Promise<void> {
    const body = packBody({ ops: [], closed: [] })
    const trust = { trusted: '', wanted: false }
    await this.#collection
      .updateOne({ _id: ID }, { $setOnInsert: { rev: 0, floor: 0, body, ...trust } }, { upsert: true })
      .catch((error: { code?: number }) => {
        if (error.code !== 11000) throw error
      })
    await this.#collection.updateOne({ _id: ID, trusted: { $exists: false } }, { $set: trust })
    await this.look()
  }

  get #collection() {
    return this.#options.database.collection<JournalDocument>('journal')
  }

  /** Calls back with each newer state, before anybody is answered by it. */
  onChange(listener: (before: JournalState, after: JournalState) => void): void {
    this.#listeners.push(listener)
  }

  /** What was last read. A look may begin with it, but must not end with it. */
  get last(): JournalState {
    return this.#state
  }

  /** Milliseconds since the last read began: what is remembered was true then, or later. */
  get ageMs(): number {
    return performance.now() - this.#readAt
  }

  /** The journal as it is now: what this process remembers, where it may go by that. */
  read(): Promise<JournalState> {
    return this.trust.holds && !this.#isChanging ? Promise.resolve(this.#state) : this.look()
  }

  /** Reads the journal from the database. One read serves all who have called before it began. */
  readonly look = createSharedCall(() => this.#look())

  async #look(): Promise<JournalState> {
    const begun = performance.now()
    const time = Date.now()
    // One command for both documents, since every reader waits for it.
    const documents = await this.#collection.find({ _id: { $in: [ID, MARKS_ID] } }).toArray()
    const marks = documents.find(({ _id }) => _id === MARKS_ID)?.marks ?? {}
    const document = documents.find(({ _id }) => _id === ID)
    if (this.#options.hearMarks({ marks, writes: document?.writes ?? {} })) this.trust.disturb()
    if (!document) throw new Error('the journal document is missing')
    this.#options.observe('read', (performance.now() - begun) / 1000)
    this.#readAt = begun
    const state = this.#take(document)
    this.trust.hear(document, { ticks: begun, time })
    return state
  }

  /** Takes in a document that others may have changed. */
  #take(document: JournalDocument): JournalState {
    if (document.rev > this.#state.rev && !this.#isChanging) this.trust.disturb()
    return this.#remember(document)
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
   * Changes the journal by compare-and-set. `edit` edits a draft and answers a result, or null to leave all as it is.
   * It runs again when somebody else was faster. Answers its result; null when it declined on the newest state.
   */
  change<T>(edit: (draft: JournalState) => T | null): Promise<T | null> {
    const changed = this.#changing.then(() => {
      this.#isChanging = true
      return this.#change(edit).finally(() => {
        this.#isChanging = false
      })
    })
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
        await this.look()
        isFresh = true
        continue
      }
      this.#dropOld(draft)
      const next = { rev: draft.rev, floor: draft.floor, body: packBody(draft) }
      if (await this.#replace(state.rev, next)) {
        this.#remember(next)
        this.#options.observe('change', (performance.now() - begun) / 1000)
        return result
      }
      await this.trust.endOthers()
      isFresh = true
    }
  }

  /** False where somebody else was faster, or where another replica may still go by its memory. */
  async #replace(rev: number, next: Pick<JournalDocument, 'rev' | 'floor' | 'body'>): Promise<boolean> {
    const mayChange = { trusted: { $in: ['', this.#options.self] } }
    try {
      return (await this.#collection.updateOne({ _id: ID, rev, ...mayChange }, { $set: next })).matchedCount === 1
    } catch (error) {
      this.trust.doubt()
      throw error
    }
  }

  /**
   * Writes down what this replica has written lately; answers the journal as it is then. Null where a later call has
   * done so, or where another replica may still go by its memory.
   */
  async putWrites(written: WrittenPlaces): Promise<JournalState | null> {
    const own = `writes.${this.#options.self}`
    const isLater = [{ [`${own}.turn`]: { $exists: false } }, { [`${own}.turn`]: { $lt: written.turn } }]
    const document = await this.#collection.findOneAndUpdate(
      { _id: ID, trusted: { $in: ['', this.#options.self] }, $or: isLater },
      { $set: { [own]: written } },
      { returnDocument: 'after' },
    )
    return document && this.#take(document)
  }

  /** Forgets what a replica has written down, unless it has written more since. */
  async dropWrites(writer: string, turn: number): Promise<void> {
    const theirs = `writes.${writer}`
    await this.#collection.updateOne({ _id: ID, [`${theirs}.turn`]: turn }, { $unset: { [theirs]: '' } })
  }

  /** Keeps the document small: old closed operations go, and where many were closed lately, the oldest of those. */
  #dropOld(draft: JournalState): void {
    const oldest = this.#options.now() - KEEP_CLOSED_MS
    const sizeOf = (records: unknown[]) => Buffer.byteLength(JSON.stringify(records))
    let context = Math.max(CLOSED_MIN_BYTES, BODY_MAX_BYTES - sizeOf(draft.ops))
    const kept = draft.closed.findLastIndex((closed) => closed.closedAt < oldest || (context -= sizeOf([closed])) < 0)
    if (kept < 0) return
    draft.floor = Math.max(draft.floor, ...draft.closed.slice(0, kept + 1).map((closed) => closed.since))
    draft.closed = draft.closed.slice(kept + 1)
  }

  /** Reads the journal again and again until something is true of it; false when the time is over. */
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
