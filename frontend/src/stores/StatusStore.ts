// What works and what does not, as it was when somebody looked last.
import { makeAutoObservable, observableRef } from 'mobx'
import type { StatusRecord } from '../../../backend/contract/status.ts'
import { type ApiError, toApiError } from '../api/http.ts'
import type { RootStore } from './RootStore.ts'
import { rememberBlank, type Store } from './forgetting.ts'

export class StatusStore implements Store {
  record: StatusRecord | null = null
  /** Why the last look came to nothing; what was seen before stays. */
  error: ApiError | null = null
  isLooking = false
  #request: AbortController | null = null
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { record: observableRef, error: observableRef }, { autoBind: true })
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.#request?.abort()
    this.#blank()
  }

  /** Looks again, unless a look is under way. */
  async look(): Promise<void> {
    if (this.isLooking) return
    const { signal } = this.begin()
    try {
      const record = await this.#root.api.status.get(signal)
      if (!signal.aborted) this.put(record, null)
    } catch (error) {
      if (!signal.aborted) this.put(this.record, toApiError(error))
    }
  }

  /** Nobody looks any more; the next may be somebody else, who is told less. */
  leave(): void {
    this.#request?.abort()
    this.put(null, null)
  }

  begin(): AbortController {
    this.isLooking = true
    this.#request = new AbortController()
    return this.#request
  }

  put(record: StatusRecord | null, error: ApiError | null): void {
    this.record = record
    this.error = error
    this.isLooking = false
  }
}
