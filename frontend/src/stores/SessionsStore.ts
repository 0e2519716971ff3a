// Where a person is signed in: one's own sessions, or for an administrator those of somebody else.
import { computed, makeObservable } from 'mobx'
import type { SessionRecord } from '../../../backend/contract/session.ts'
import { ApiError } from '../api/http.ts'
import type { RootStore } from './RootStore.ts'
import type { Store } from './forgetting.ts'
import { Latest } from './Latest.ts'

export class SessionsStore implements Store {
  /** Newest first; of the person with this number, or of oneself (null). */
  readonly items = new Latest<readonly SessionRecord[], number | null>()
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeObservable(this, { others: computed })
  }

  /** Forgets everything, as when another person signs in, or when nobody looks any more. */
  readonly forget = (): void => this.items.forget()

  /** Those that can be ended without signing out here. */
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
      // It has ended by itself meanwhile.
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

/** The store, made when it is first asked for. */
export const sessionsOf = (root: RootStore): SessionsStore => (root.later.sessions ??= new SessionsStore(root))
