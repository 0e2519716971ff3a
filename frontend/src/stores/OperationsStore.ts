// Operations: what the server goes on with after answering. The tray shows them; others wait for them.
import { makeAutoObservable } from 'mobx'
import type { OperationRecord } from '../../../backend/contract/operations.ts'
import { hasEnded } from '../../../backend/contract/operation-states.ts'
import { ApiError, isTransient } from '../api/http.ts'
import { startOf, type Work } from './operations/Work.ts'
import type { RootStore } from './RootStore.ts'
import type { Store } from './forgetting.ts'

// The first look comes at once: most changes are done before the answer is read.
const LOOKS_MS = [0, 60, 150, 300, 600]
const POLL_MS = 1000
/** While a socket tells how things go, the server is asked only to be sure. */
const POLL_FED_MS = 5000
const FED_FOR_MS = 4000
type Waiting = PromiseWithResolvers<OperationRecord>

export class OperationsStore implements Store {
  /** Works by the operations that belong to them. */
  readonly #owners = new Map<string, Work>()
  readonly #waiting = new Map<string, Waiting>()
  /** Operations that failed, and were put away. */
  readonly #read = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #fedAt = -Infinity
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, {}, { autoBind: true })
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    void this.follow(null)
    this.#waiting.clear()
    this.#read.clear()
  }

  /** Takes one operation's present state, as a socket tells it. */
  apply(record: OperationRecord): void {
    this.#fedAt = performance.now()
    this.accept(record)
  }

  /** Looks for what is under way of the person who is signed in; null for nobody. */
  async follow(userId: number | null): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#root.tray.works = []
    this.#owners.clear()
    if (userId === null) return
    // What ended well before the page was here is no news.
    await this.#ask((record) => !hasEnded(record) || record.state === 'failed')
    this.#askSoon()
  }

  /** Looks once for what goes on after its answer, such as a big delete. */
  async refresh(): Promise<void> {
    await this.#ask((record) => !hasEnded(record))
    this.#askSoon()
  }

  /**
   * Waits until an operation has happened, and answers its last record.
   * @throws ApiError when it was undone, failed, or cannot be asked for
   */
  wait(id: string, work?: Work): Promise<OperationRecord> {
    if (work) {
      // A socket may tell of it before the answer that names it is here.
      const found = this.#owners.get(id)
      if (found?.id === id) this.#root.tray.dismiss(found)
      this.#owners.set(id, work)
    }
    const known = this.#waiting.get(id)
    if (known) return known.promise
    const waiting = Promise.withResolvers<OperationRecord>()
    this.#waiting.set(id, waiting)
    void this.#look(id)
    return waiting.promise.finally(() => {
      this.#waiting.delete(id)
      work?.leave(id)
    })
  }

  /** Calls a work off: what has not begun does not begin, what the server is at is undone. Never throws. */
  async cancel(work: Work): Promise<void> {
    work.cancel()
    for (const { id, canCancel } of work.records.values()) {
      if (canCancel) await this.cancelOperation(id)
    }
  }

  async cancelOperation(id: string): Promise<void> {
    try {
      await this.#root.api.operations.cancel(id)
    } catch (error) {
      // It has happened already: that is told where it is told anyway.
      if (!(error instanceof ApiError && error.code === 'conflict')) this.#root.toasts.error(error)
    }
  }

  /** A work has no row any more. */
  release(work: Work): void {
    // The server tells for some minutes what went wrong: once read is enough.
    if (work.state === 'failed') this.#read.add(work.id)
    for (const [id, owner] of this.#owners) if (owner === work) this.#owners.delete(id)
  }

  accept(record: OperationRecord): void {
    const isOver = hasEnded(record)
    const work =
      this.#owners.get(record.id) ??
      (isOver && (record.state !== 'failed' || this.#read.has(record.id)) ? null : this.#found(record))
    work?.note(record)
    // A work of this page has ends of its own.
    if (work && isOver && work.id === record.id && work.state === 'running') {
      work.end(
        work.isHalfDone ? 'undone' : record.state === 'done' || record.state === 'undone' ? record.state : 'failed',
        record.error === null ? null : { key: `error.${record.error}` },
      )
      if (!work.isShown) this.#root.tray.dismiss(work)
      void this.#root.listing.refresh()
    }
    if (isOver) this.#settle(record)
  }

  /** An operation that nobody here began. */
  #found(record: OperationRecord): Work {
    const { tray } = this.#root
    const work = tray.begin(startOf(record), record.id)
    this.#owners.set(record.id, work)
    if (record.state === 'failed') tray.reveal(work)
    this.#askSoon()
    return work
  }

  #settle(record: OperationRecord): void {
    const { id, state, error } = record
    const waiting = this.#waiting.get(id)
    if (state === 'done') waiting?.resolve(record)
    else
      waiting?.reject(
        new ApiError(409, error ?? (state === 'stopped' ? 'stopped' : 'goneMeanwhile'), `the operation is ${state}`),
      )
  }

  async #look(id: string): Promise<void> {
    for (const pause of LOOKS_MS) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      if (!this.#waiting.has(id)) return
      await this.#get(id)
    }
    this.#askSoon()
  }

  async #get(id: string): Promise<void> {
    try {
      this.accept(await this.#root.api.operations.get(id))
    } catch (error) {
      // A connection that is gone for a moment does not end a change on the server.
      if (!isTransient(error)) this.#waiting.get(id)?.reject(error)
    }
  }

  #askSoon(): void {
    const isNeeded = this.#waiting.size > 0 || this.#root.tray.works.some(({ state }) => state === 'running')
    if (this.#timer !== undefined || !isNeeded) return
    const isFed = performance.now() - this.#fedAt < FED_FOR_MS
    this.#timer = setTimeout(() => void this.#askAgain(), isFed ? POLL_FED_MS : POLL_MS)
  }

  async #askAgain(): Promise<void> {
    await this.#ask(() => true)
    this.#timer = undefined
    this.#askSoon()
  }

  /** One call for all, and one for each that somebody waits for and that is not among them. */
  async #ask(isWanted: (record: OperationRecord) => boolean): Promise<void> {
    try {
      const { items } = await this.#root.api.operations.list()
      const told = new Set(items.map(({ id }) => id))
      items.filter((record) => isWanted(record) || this.#owners.has(record.id)).forEach(this.accept)
      await Promise.all([...this.#waiting.keys()].filter((id) => !told.has(id)).map((id) => this.#get(id)))
    } catch (error) {
      if (isTransient(error)) return
      for (const waiting of this.#waiting.values()) waiting.reject(error)
    }
  }
}
