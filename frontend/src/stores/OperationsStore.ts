// Operations that the server continues after answering. The tray shows them; other code waits for them.
import { makeAutoObservable } from 'mobx'
import type { OperationRecord } from '../../../backend/contract/operations.ts'
import { hasEnded, hasHappened } from '../../../backend/contract/operation-states.ts'
import { ApiError, isTransient } from '../api/http.ts'
import { startOf, type Work } from './operations/Work.ts'
import type { RootStore } from './RootStore.ts'
import type { Store } from './forgetting.ts'

// The first check comes at once: most changes are done before the answer is read.
const LOOKS_MS = [0, 60, 150, 300, 600]
const POLL_MS = 1000
/** While a socket reports progress, polling is only a safety net. */
const POLL_FED_MS = 5000
const FED_FOR_MS = 4000
type Waiting = PromiseWithResolvers<OperationRecord>

export class OperationsStore implements Store {
  /** The works that operations belong to, by operation. */
  readonly #owners = new Map<string, Work>()
  readonly #waiting = new Map<string, Waiting>()
  /** Failed operations that were dismissed. */
  readonly #read = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #fedAt = -Infinity
  /** Whose operations are followed. */
  #followed: number | null = null
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

  /** Applies the state of one operation, as a socket reports it. */
  apply(record: OperationRecord): void {
    this.#fedAt = performance.now()
    this.accept(record)
  }

  /**
   * Looks for operations of the signed-in person that are under way; null for nobody. What this page has begun stays:
   * the code that calls this comes after the first files can be used.
   */
  async follow(userId: number | null): Promise<void> {
    if (userId === null || this.#followed !== null) this.#leave()
    this.#followed = userId
    if (userId === null) return
    // Successes from before the page was loaded are not news.
    await this.#ask((record) => !hasEnded(record) || record.state === 'failed')
    this.#askSoon()
  }

  #leave(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#root.tray.works = []
    this.#owners.clear()
  }

  /** Looks once for operations that continue after their answer, such as a large delete. */
  async refresh(): Promise<void> {
    await this.#ask((record) => !hasEnded(record))
    this.#askSoon()
  }

  /**
   * Waits until an operation has happened, and returns its last record. What is left of a move then is the server's
   * business, with a row of its own.
   * @throws ApiError if it was undone, failed, or cannot be queried
   */
  wait(id: string, work?: Work): Promise<OperationRecord> {
    if (work) {
      // A socket may report it before the answer that names it arrives.
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

  /** A work no longer has a row. */
  release(work: Work): void {
    // The server reports failures for some minutes; seeing them once is enough.
    if (work.state === 'failed') this.#read.add(work.id)
    for (const [id, owner] of this.#owners) if (owner === work) this.#owners.delete(id)
  }

  accept(record: OperationRecord): void {
    const isOver = hasEnded(record)
    const work =
      this.#owners.get(record.id) ??
      (isOver && (record.state !== 'failed' || this.#read.has(record.id)) ? null : this.#found(record))
    work?.note(record)
    const isOwn = work?.id !== record.id
    if (work && isOver && !isOwn) this.#end(work, record)
    if (work && isOwn && !isOver && hasHappened(record)) this.#leaveToServer(work, record)
    if (isOver || hasHappened(record)) this.#settle(record)
  }

  /** A work of this page decides itself when it ends. */
  #end(work: Work, { id, state, error }: OperationRecord): void {
    if (work.state !== 'running') return
    // Whoever waits for it hears of an error; otherwise its row tells.
    if (error !== null && !this.#waiting.has(id)) work.show()
    work.end(
      // One that was undone because of an error was cancelled by nobody.
      work.isHalfDone ? 'undone' : error === null && (state === 'done' || state === 'undone') ? state : 'failed',
      error === null ? null : { key: `error.${error}` },
    )
    if (!work.isShown) this.#root.tray.dismiss(work)
    void this.#root.listing.refresh()
  }

  /** Nobody waits for the rest of a move. It keeps the row that its work has. */
  #leaveToServer(work: Work, record: OperationRecord): void {
    const rest = this.#found(record)
    rest.note(record)
    if (work.calls > 1 || !work.isShown) return
    this.#root.tray.dismiss(work)
    rest.show()
  }

  /** An operation that was not started here. */
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
    if (hasHappened(record)) waiting?.resolve(record)
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
      // A brief loss of the connection does not end a change on the server.
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

  /** One call for all operations, and one for each awaited one that is not among them. */
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
