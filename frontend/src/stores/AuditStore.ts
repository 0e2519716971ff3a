// The audit, read from its newest entry.
import type { ShownAuditEntry } from '../../../backend/contract/audit.ts'
import { type AuditWish, createAuditApi } from '../api/audit.ts'
import type { RootStore } from './RootStore.ts'
import type { Store } from './forgetting.ts'
import { Latest } from './Latest.ts'

/** What has been read so far. */
export interface AuditPart {
  /** Newest first. */
  entries: readonly ShownAuditEntry[]
  /** Where older entries begin; null if there are none. */
  cursor: string | null
}

export class AuditStore implements Store {
  readonly part = new Latest<AuditPart>()
  #wish: AuditWish = {}
  readonly #api: ReturnType<typeof createAuditApi>

  constructor(root: RootStore) {
    this.#api = createAuditApi(root.api.http)
  }

  /** Forgets everything, as when another person signs in, or when nobody looks at it any more. */
  readonly forget = (): void => {
    this.part.forget()
    this.#wish = {}
  }

  /** The address of a file with all entries that match a filter. */
  exportUrl(wish: AuditWish, format: 'csv' | 'jsonl'): string {
    return this.#api.exportUrl(wish, format)
  }

  /** Starts again with a new filter. */
  async load(wish: AuditWish): Promise<void> {
    this.part.forget()
    this.#wish = wish
    await this.more()
  }

  /** Reads on, unless that is already under way. */
  async more(): Promise<void> {
    if (!this.part.isLoading) await this.part.load((signal) => this.#readOn(signal))
  }

  /** A page may be empty before the end, so it reads on until something is found. */
  async #readOn(signal: AbortSignal): Promise<AuditPart> {
    const { entries, cursor } = this.part.value ?? { entries: [], cursor: null }
    let page = await this.#api.page(this.#wish, cursor, signal)
    while (page.items.length === 0 && page.cursor !== null) page = await this.#api.page(this.#wish, page.cursor, signal)
    return { entries: [...entries, ...page.items], cursor: page.cursor }
  }
}

/** The store, created when it is first used. */
export const auditOf = (root: RootStore): AuditStore => (root.later.audit ??= new AuditStore(root))
