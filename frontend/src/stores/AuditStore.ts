// The audit, read from its newest entry on.
import { makeAutoObservable, observableRef } from 'mobx'
import type { ShownAuditEntry } from '../../../backend/contract/audit.ts'
import type { AuditWish } from '../api/audit.ts'
import { type ApiError, toApiError } from '../api/http.ts'
import type { RootStore } from './RootStore.ts'
import { rememberBlank, type Store } from './forgetting.ts'

export class AuditStore implements Store {
  /** Newest first; null until the first page is there. */
  entries: readonly ShownAuditEntry[] | null = null
  isLoading = false
  error: ApiError | null = null
  #wish: AuditWish = {}
  cursor: string | null = null
  #asking: AbortController | null = null
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { entries: observableRef, error: observableRef }, { autoBind: true })
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.leave()
    this.#wish = {}
    this.#blank()
  }

  /** Whether there may be older ones. */
  get hasMore(): boolean {
    return this.cursor !== null
  }

  /** Begins anew with what is wanted now. */
  async load(wish: AuditWish): Promise<void> {
    this.#wish = wish
    this.put(null, null)
    await this.more()
  }

  /** Fetches on. A page may be empty before the end, so that it goes on until something turns up. */
  async more(): Promise<void> {
    this.#asking?.abort()
    const asking = (this.#asking = new AbortController())
    this.begin()
    try {
      let found: readonly ShownAuditEntry[] = []
      let { cursor } = this
      do {
        const page = await this.#root.api.audit.page(this.#wish, cursor, asking.signal)
        found = page.items
        cursor = page.cursor
      } while (found.length === 0 && cursor !== null)
      if (this.#asking === asking) this.put([...(this.entries ?? []), ...found], cursor)
    } catch (error) {
      if (this.#asking === asking) this.fail(toApiError(error))
    }
  }

  /** Nobody looks any more. */
  leave(): void {
    this.#asking?.abort()
    this.#asking = null
    this.put(null, null)
  }

  begin(): void {
    this.isLoading = true
    this.error = null
  }

  put(entries: readonly ShownAuditEntry[] | null, cursor: string | null): void {
    this.entries = entries
    this.cursor = cursor
    this.isLoading = false
    this.error = null
  }

  fail(error: ApiError): void {
    this.error = error
    this.isLoading = false
  }
}
