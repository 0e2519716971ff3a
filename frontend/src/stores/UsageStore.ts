// How much of the storage is used, for the bar in the sidebar.
import { computed, makeObservable } from 'mobx'
import type { Usage } from '../../../backend/contract/resources.ts'
import { isTransient } from '../api/http.ts'
import { percentOf } from '../lib/percent-of.ts'
import type { RootStore } from './RootStore.ts'
import type { Store } from './forgetting.ts'
import { Latest } from './Latest.ts'

export class UsageStore implements Store {
  readonly #root: RootStore
  #hasTold = false
  /** In bytes. */
  readonly latest = new Latest<Usage>()

  constructor(root: RootStore) {
    this.#root = root
    makeObservable(this, { usage: computed, percent: computed })
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.#hasTold = false
    this.latest.forget()
  }

  /** In bytes; null until it is known. */
  get usage(): Usage | null {
    return this.latest.value
  }

  /** The used share in whole percent; null if there is no limit. */
  get percent(): number | null {
    return this.usage === null ? null : percentOf(this.usage.used, this.usage.total)
  }

  async refresh(): Promise<void> {
    const isThere = await this.latest.load(() => this.#root.api.resources.usage('/'))
    const { error } = this.latest
    // It is fetched often, so an error is only shown once, and a passing one never.
    if (!isThere && error !== null && !this.#hasTold && !isTransient(error)) this.#root.toasts.error(error)
    this.#hasTold = !isThere && error !== null
  }
}
