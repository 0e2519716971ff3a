// The audit, read from its newest entry on.
import type { ShownAuditEntry } from '../../../backend/contract/audit.ts'
import type { AuditWish } from '../api/audit.ts'
import type { RootStore } from './RootStore.ts'
import type { Store } from './forgetting.ts'
import { Latest } from './Latest.ts'

/** What was read so far. */
export interface AuditPart {
  /** Newest first. */
  entries: readonly ShownAuditEntry[]
  /** Where older ones begin; null where there are none. */
  cursor: string | null
}

export class AuditStore implements Store {
  readonly part = new Latest<AuditPart>()
  #wish: AuditWish = {}
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
  }

  /** Forgets everything, as when another person signs in, or when nobody looks any more. */
  readonly forget = (): void => {
    this.part.forget()
    this.#wish = {}
  }

  /** Begins anew with what is wanted now. */
  async load(wish: AuditWish): Promise<void> {
    this.part.forget()
    this.#wish = wish
    await this.more()
  }

  /** Fetches on, unless that is under way. */
  async more(): Promise<void> {
    if (!this.part.isLoading) await this.part.load((signal) => this.#readOn(signal))
  }

  /** A page may be empty before the end, so that it goes on until something turns up. */
  async #readOn(signal: AbortSignal): Promise<AuditPart> {
    const { entries, cursor } = this.part.value ?? { entries: [], cursor: null }
    let page = await this.#root.api.audit.page(this.#wish, cursor, signal)
    while (page.items.length === 0 && page.cursor !== null)
      page = await this.#root.api.audit.page(this.#wish, page.cursor, signal)
    return { entries: [...entries, ...page.items], cursor: page.cursor }
  }
}

/** The store, made when it is first asked for. */
export const auditOf = (root: RootStore): AuditStore => (root.later.audit ??= new AuditStore(root))
