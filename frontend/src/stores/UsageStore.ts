// How much room is taken, for the bar in the sidebar.
import { computed, makeObservable } from 'mobx'
import type { Usage } from '../../../backend/contract/resources.ts'
import { percentOf } from '../lib/percent-of.ts'
import type { RootStore } from './RootStore.ts'
import type { Store } from './forgetting.ts'
import { Latest } from './Latest.ts'

export class UsageStore implements Store {
  readonly #root: RootStore
  /** Bytes. The bar is a help, not a file: where they cannot be had, nobody is told. */
  readonly latest = new Latest<Usage>()

  constructor(root: RootStore) {
    this.#root = root
    makeObservable(this, { usage: computed, percent: computed })
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.latest.forget()
  }

  /** Bytes; null until told. */
  get usage(): Usage | null {
    return this.latest.value
  }

  /** Share that is used, in whole percent; null where no end is known. */
  get percent(): number | null {
    return this.usage === null ? null : percentOf(this.usage.used, this.usage.total)
  }

  async refresh(): Promise<void> {
    await this.latest.load(() => this.#root.api.resources.usage('/'))
  }
}
