// The sessions of a person: one's own, or for an administrator somebody else's.
import { computed, makeObservable } from 'mobx'
import type { SessionRecord } from '../../../backend/contract/session.ts'
import { ApiError } from '../api/http.ts'
import type { RootStore } from './RootStore.ts'
import type { Store } from './forgetting.ts'
import { Latest } from './Latest.ts'

export class SessionsStore implements Store {
  /** Newest first, of the person with this id, or one's own (null). */
  readonly items = new Latest<readonly SessionRecord[], number | null>()
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeObservable(this, { others: computed })
  }

  /** Forgets everything, as when another person signs in, or when nobody looks at it any more. */
  readonly forget = (): void => this.items.forget()

  /** The sessions that can be ended without signing out here. */
  get others(): readonly SessionRecord[] {
    return (this.items.value ?? []).filter(({ current }) => !current)
  }

  async load(person: number | null): Promise<void> {
    await this.items.load(async () => (await this.#root.api.session.sessions(person)).items, { of: person })
  }

  /** @throws ApiError */
  async end(id: string): Promise<void> {
    try {
      await this.#root.api.session.end(id, this.items.of)
    } catch (error) {
      // It has already ended by itself.
      if (!(error instanceof ApiError && error.code === 'notFound')) throw error
    }
    this.items.edit((items) => items.filter((session) => session.id !== id))
  }

  /** @throws ApiError */
  async endOthers(): Promise<void> {
    await this.#root.api.session.endOthers(this.items.of)
    this.items.edit((items) => items.filter(({ current }) => current))
  }
}

/** The store, created when it is first used. */
export const sessionsOf = (root: RootStore): SessionsStore => (root.later.sessions ??= new SessionsStore(root))
