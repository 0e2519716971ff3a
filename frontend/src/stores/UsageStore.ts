// How much of the storage is used, for the bar in the sidebar.
import { computed, makeObservable } from 'mobx'
import type { Usage } from '../../../backend/contract/resources.ts'
import { percentOf } from '../lib/percent-of.ts'
import type { RootStore } from './RootStore.ts'
import type { Store } from './forgetting.ts'
import { Latest } from './Latest.ts'

export class UsageStore implements Store {
  readonly #root: RootStore
  /** In bytes. The bar is not essential, so its errors are not shown. */
  readonly latest = new Latest<Usage>()

  constructor(root: RootStore) {
    this.#root = root
    makeObservable(this, { usage: computed, percent: computed })
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
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
    await this.latest.load(() => this.#root.api.resources.usage('/'))
  }
}
