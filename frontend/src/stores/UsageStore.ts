// How much of the storage is used, for the bar in the sidebar.
import { computed, makeObservable } from 'mobx'
import type { Usage } from '../../../backend/contract/resources.ts'
import { isTransient } from '../api/http.ts'
import { percentOf } from '../lib/percent-of.ts'
import type { RootStore } from './RootStore.ts'
import type { Store } from './forgetting.ts'
import { Latest } from './Latest.ts'

/** After a passing failure, or while older versions are still being counted, which nobody tells of. */
const AGAIN_MS = 5_000

export class UsageStore implements Store {
  readonly #root: RootStore
  #hasTold = false
  #again: ReturnType<typeof setTimeout> | undefined
  /** In bytes. */
  readonly latest = new Latest<Usage>()

  constructor(root: RootStore) {
    this.#root = root
    makeObservable(this, { usage: computed, percent: computed })
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.#hasTold = false
    clearTimeout(this.#again)
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

  /** Whether older versions have a limit, and their sum is not known yet. */
  get #isCounting(): boolean {
    return this.usage?.historyLimit !== undefined && this.usage.history === undefined
  }

  async refresh(): Promise<void> {
    const isThere = await this.latest.load(() => this.#root.api.resources.usage('/'))
    const { error } = this.latest
    const mayPass = error !== null && isTransient(error)
    // It is fetched often, so an error is only shown once, and a passing one never.
    if (!isThere && error !== null && !this.#hasTold && !mayPass) this.#root.toasts.error(error)
    this.#hasTold = !isThere && error !== null
    clearTimeout(this.#again)
    if (mayPass || this.#isCounting) this.#again = setTimeout(() => void this.refresh(), AGAIN_MS)
  }
}
