// What was fetched of something: the one machine by which stores load. An answer that comes after a newer one is passed
// over, and what is shown stays until another answer is there.
import { flow, makeAutoObservable, observableRef } from 'mobx'
import { type ApiError, isTransient, toApiError } from '../api/http.ts'
import { rememberBlank, type Store } from './forgetting.ts'

export interface LoadOptions<T, Key> {
  /** Which one is fetched, where several are shown in turn: the value of another one is let go at once. */
  of?: Key
  /** A trouble that passes by itself is not told while a value is shown. */
  isQuiet?: boolean
  /** Runs in one step with the new value, so that nobody sees one without the other. */
  onShown?(value: T): void
}

/** `Key` tells apart what is shown in turn. */
export class Latest<T, Key extends string | number | null = null> implements Store {
  /** Null until the first answer. */
  value: T | null = null
  /** Why the last call came to nothing; the value before it stays. */
  error: ApiError | null = null
  isLoading = false
  of: Key | null = null
  /** Numbers of the newest call, and of the newest one that was answered. */
  #asked = 0
  #answered = 0
  /** Ends the calls under way: nobody waits for their answers any more. */
  #life = new AbortController()
  readonly #blank: () => void

  constructor() {
    makeAutoObservable(this, { value: observableRef, error: observableRef, load: false }, { autoBind: true })
    this.#blank = rememberBlank(this)
  }

  /** Lets go of everything; what is under way is answered to nobody. */
  forget(): void {
    this.#life.abort()
    this.#life = new AbortController()
    this.#blank()
  }

  /** Changes what is shown, where anything is. */
  edit(change: (value: T) => T): void {
    if (this.value !== null) this.value = change(this.value)
  }

  /** Fetches. Answers whether the value is there now; otherwise `error` says why, or a newer answer is shown. */
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
    this.isLoading = true
    try {
      const value = yield fetch(signal)
      if (isLate()) return false
      this.value = value
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
