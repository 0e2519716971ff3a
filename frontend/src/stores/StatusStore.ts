// What works and what does not, as of the last check.
import type { StatusRecord } from '../../../backend/contract/status.ts'
import { createStatusApi } from '../api/status.ts'
import type { RootStore } from './RootStore.ts'
import type { Store } from './forgetting.ts'
import { Latest } from './Latest.ts'

export class StatusStore implements Store {
  readonly record = new Latest<StatusRecord>()
  readonly #api: ReturnType<typeof createStatusApi>

  constructor(root: RootStore) {
    this.#api = createStatusApi(root.api.http)
  }

  /** Forgets everything, as when another person signs in, or when nobody looks at it any more. */
  readonly forget = (): void => this.record.forget()

  /** Checks again, unless a check is under way. */
  async look(): Promise<void> {
    if (!this.record.isLoading) await this.record.load((signal) => this.#api.get(signal))
  }
}

/** The store, created when it is first used. */
export const statusOf = (root: RootStore): StatusStore => (root.later.status ??= new StatusStore(root))
