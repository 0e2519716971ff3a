// How much room is taken, for the bar in the sidebar.
import { makeAutoObservable, observableRef } from 'mobx'
import type { Usage } from '../../../backend/contract/resources.ts'
import type { RootStore } from './RootStore.ts'

export class UsageStore {
  /** Bytes; null until told. */
  usage: Usage | null = null
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { usage: observableRef }, { autoBind: true })
  }

  /** Share that is used, in whole percent; null where no end is known. */
  get percent(): number | null {
    if (this.usage === null || this.usage.total <= 0) return null
    return Math.min(100, Math.round((this.usage.used / this.usage.total) * 100))
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
