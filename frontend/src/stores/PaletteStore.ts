// The files that the palette finds on the server, and the commands last used in this browser.
import { makeAutoObservable, observableRef } from 'mobx'
import { Throttle } from '../lib/throttle.ts'
import type { RootStore } from './RootStore.ts'
import { rememberBlank, type Store } from './forgetting.ts'
import { Latest } from './Latest.ts'
import type { Hit } from './search/hits.ts'

/** People who type mostly go on typing. */
const SOON_MS = 120
/** Shorter texts are part of most names. */
const LETTERS_MIN = 2
/** How many hits are ranked. The search shows all. */
const HITS_MAX = 500
const RECENT_MAX = 20

export class PaletteStore implements Store {
  query = ''
  readonly hits = new Latest<readonly Hit[], string>()
  /**
   * Ids of what was used last, the latest first. Only commands and settings, because names of files must not be stored.
   */
  recent: readonly string[] = []
  readonly #root: RootStore
  readonly #look: Throttle
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    this.#look = new Throttle(
      () => this.#find(),
      () => 0,
    )
    makeAutoObservable(this, { hits: false, recent: observableRef }, { autoBind: true })
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.#look.stop()
    this.#blank()
  }

  /** The hits for the current query. */
  get found(): readonly Hit[] {
    return this.hits.of === this.query ? (this.hits.value ?? []) : []
  }

  /** Offers what was used last, also in another tab. */
  open(): void {
    this.recent = this.#stored()
  }

  /** Forgets the query, so that the palette opens without one. */
  close(): void {
    this.ask('')
  }

  ask(query: string): void {
    this.query = query
    if (query.trim().length >= LETTERS_MIN) this.#look.ask(SOON_MS)
    else this.hits.forget()
  }

  /** Remembers what was used. */
  use(id: string): void {
    this.recent = [id, ...this.recent.filter((other) => other !== id)].slice(0, RECENT_MAX)
    this.#root.storage.setItem(this.#key, JSON.stringify(this.recent))
  }

  async #find(): Promise<void> {
    const { query } = this
    await this.hits.load((signal) => findBest(this.#root.api.search, { query: query.trim(), signal }), { of: query })
  }

  get #key(): string {
    return `nido-palette-${this.#root.session.user?.id ?? 0}`
  }

  #stored(): string[] {
    try {
      const kept: unknown = JSON.parse(this.#root.storage.getItem(this.#key) ?? '[]')
      return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, RECENT_MAX) : []
    } catch {
      return []
    }
  }
}

async function findBest(
  api: RootStore['api']['search'],
  { query, signal }: { query: string; signal: AbortSignal },
): Promise<readonly Hit[]> {
  const { findHits } = await import('./search/hits.ts')
  const place = { folder: '/', query, isEverywhere: true }
  return (await findHits(api, { place, limit: HITS_MAX, signal, before: [] })).hits
}

/** The store, created when it is first used. */
export const paletteOf = (root: RootStore): PaletteStore => (root.later.palette ??= new PaletteStore(root))
