// Where a person is signed in: one's own sessions, or for an administrator those of somebody else.
import { makeAutoObservable, observableRef } from 'mobx'
import type { SessionRecord } from '../../../backend/contract/session.ts'
import { ApiError, toApiError } from '../api/http.ts'
import type { RootStore } from './RootStore.ts'
import { rememberBlank, type Store } from './forgetting.ts'

export class SessionsStore implements Store {
  /** Whose; null for one's own. */
  person: number | null = null
  /** Newest first; null until they are there. */
  items: readonly SessionRecord[] | null = null
  error: ApiError | null = null
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { items: observableRef, error: observableRef }, { autoBind: true })
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.#blank()
  }

  /** Those that can be ended without signing out here. */
  get others(): readonly SessionRecord[] {
    return (this.items ?? []).filter(({ current }) => !current)
  }

  async load(person: number | null): Promise<void> {
    if (person !== this.person) this.put(null)
    this.person = person
    try {
      const { items } = await this.#root.api.session.sessions(person)
      if (this.person === person) this.put(items)
    } catch (error) {
      if (this.person === person) this.put(this.items, toApiError(error))
    }
  }

  /** @throws ApiError */
  async end(id: string): Promise<void> {
    try {
      await this.#root.api.session.end(id, this.person)
    } catch (error) {
      // It has ended by itself meanwhile.
      if (!(error instanceof ApiError && error.code === 'notFound')) throw error
    }
    this.put(this.items?.filter((session) => session.id !== id) ?? null)
  }

  /** @throws ApiError */
  async endOthers(): Promise<void> {
    await this.#root.api.session.endOthers(this.person)
    this.put(this.items?.filter(({ current }) => current) ?? null)
  }

  /** Nobody looks any more. */
  leave(): void {
    this.person = null
    this.put(null)
  }

  put(items: readonly SessionRecord[] | null, error: ApiError | null = null): void {
    this.items = items
    this.error = error
  }
}
