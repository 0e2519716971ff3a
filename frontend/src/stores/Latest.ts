// The latest value that was fetched: all stores load through this. An answer older than the shown one is dropped, and
// the shown value stays until there is a new one.
import { flow, makeAutoObservable, observableRef } from 'mobx'
import { type ApiError, isTransient, toApiError } from '../api/http.ts'
import { rememberBlank, type Store } from './forgetting.ts'

export interface LoadOptions<T, Key> {
  /** Identifies what is fetched, if several things are shown in turn. The value of another one is dropped at once. */
  of?: Key
  /** An error that may pass by itself is not reported while a value is shown. */
  isQuiet?: boolean
  /** Runs in the same step as the new value, so that nobody sees one without the other. */
  onShown?(value: T): void
}

/** `Key` identifies what is shown, if several things are shown in turn. */
export class Latest<T, Key extends string | number | null = null> implements Store {
  /** Null until the first answer. */
  value: T | null = null
  /** Why the last call failed. The earlier value stays. */
  error: ApiError | null = null
  isLoading = false
  of: Key | null = null
  /** The numbers of the newest call, and of the newest answered one. */
  #asked = 0
  #answered = 0
  /** What was told while a call was under way. */
  #told: ((value: T) => T)[] = []
  /** Aborts the calls under way, because nobody waits for their answers any more. */
  #life = new AbortController()
  readonly #blank: () => void

  constructor() {
    makeAutoObservable(this, { value: observableRef, error: observableRef, load: false }, { autoBind: true })
    this.#blank = rememberBlank(this)
  }

  get state(): 'loading' | 'ready' | 'failed' {
    if (this.value !== null) return 'ready'
    return this.error === null ? 'loading' : 'failed'
  }

  /** Drops everything. Calls under way are not answered. */
  forget(): void {
    this.#life.abort()
    this.#life = new AbortController()
    this.#told = []
    this.#blank()
  }

  /** Changes the value, if there is one. */
  edit(change: (value: T) => T): void {
    if (this.value !== null) this.value = change(this.value)
  }

  /**
   * Changes the value by something that nobody tells again, such as a message of a socket. It is newer than the answers
   * to calls under way may be, so they are changed by it too.
   */
  tell(change: (value: T) => T): void {
    if (this.isLoading) this.#told.push(change)
    this.edit(change)
  }

  /** Fetches. Returns whether the value is now shown. Otherwise `error` says why, or a newer answer is shown. */
  readonly load = flow(function* load(
    this: Latest<T, Key>,
    fetch: (signal: AbortSignal) => Promise<T>,
    { of, isQuiet = false, onShown }: LoadOptions<T, Key> = {},
  ): Generator<Promise<T>, boolean, T> {
    if (of !== undefined && of !== this.of) this.forget()
    this.of = of ?? null
    const { signal } = this.#life
    this.#asked += 1
    const call = this.#asked
    const isLate = () => signal.aborted || call < this.#answered
    if (!this.isLoading) this.#told = []
    this.isLoading = true
    try {
      const value = yield fetch(signal)
      if (isLate()) return false
      this.value = this.#told.reduce((told, change) => change(told), value)
      this.error = null
      onShown?.(value)
      return true
    } catch (error) {
      if (!isLate() && !(isQuiet && this.value !== null && isTransient(error))) this.error = toApiError(error)
      return false
    } finally {
      if (!isLate()) this.#answered = call
      if (!signal.aborted && call === this.#asked) this.isLoading = false
    }
  })
}
