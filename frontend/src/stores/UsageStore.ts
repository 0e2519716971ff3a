// How much room is taken, for the bar in the sidebar.
import { makeAutoObservable, observableRef } from 'mobx'
import type { Usage } from '../../../backend/contract/resources.ts'
import { percentOf } from '../lib/percent-of.ts'
import type { RootStore } from './RootStore.ts'
import { rememberBlank, type Store } from './forgetting.ts'

export class UsageStore implements Store {
  /** Bytes; null until told. */
  usage: Usage | null = null
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { usage: observableRef }, { autoBind: true })
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.#blank()
  }

  /** Share that is used, in whole percent; null where no end is known. */
  get percent(): number | null {
    return this.usage === null ? null : percentOf(this.usage.used, this.usage.total)
  }

  async refresh(): Promise<void> {
    try {
      this.set(await this.#root.api.resources.usage('/'))
    } catch {
      // The bar is a help, not a file: the old figure stays.
    }
  }

  set(usage: Usage | null): void {
    this.usage = usage
  }
}
