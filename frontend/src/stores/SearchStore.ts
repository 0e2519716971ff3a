// Searching by name: the query and its place, the hits, and earlier queries.
import { makeAutoObservable, observableRef, runInAction, when } from 'mobx'
import { SEARCH_HITS_MAX } from '../../../backend/contract/limits.ts'
import type { ApiError } from '../api/http.ts'
import { type Terms, termsOf } from '../lib/query.ts'
import type { RootStore } from './RootStore.ts'
import { keepRecent, readRecent } from './search/recent.ts'
import { isEqualPlace, isSamePlace, keyOfHit, type SearchPlace } from './search/place.ts'
import { findHits, type FoundHits, type Hit } from './search/hits.ts'
import { SelectionStore } from './SelectionStore.ts'
import { rememberBlank, type Store } from './forgetting.ts'
import { Latest } from './Latest.ts'

/** `idle`: there is no query, or it is not complete. */
export type SearchState = 'idle' | 'running' | 'done' | 'failed'

const MOST_RECENT = 8
/** How many hits are fetched at first. People rarely need more; they change the query. Others come on request. */
const FEW_HITS = 1_000

const NOTHING: FoundHits = { hits: [], total: 0 }

export class SearchStore implements Store {
  isShown = false
  /** The text in the field. */
  text = ''
  place: SearchPlace = { folder: '/', query: '', isEverywhere: false }
  /** The hits, including those that are being deleted. They stay while another search begins. */
  found: FoundHits = NOTHING
  /** The search that `found` belongs to. */
  answered: SearchPlace | null = null
  /** How many hits are fetched at most. */
  most = FEW_HITS
  /** The current search, and later refreshes of its hits, whose errors are not shown. */
  readonly run = new Latest<FoundHits>()
  readonly secondLook = new Latest<FoundHits>()
  readonly selection: SelectionStore<Hit>
  /** Grows when the field should get the focus. */
  fieldCalls = 0
  recent: readonly string[] = []
  /** What the field last sent to the address. While somebody types, the field is ahead of it. */
  #sent: string | null = null
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(
      this,
      {
        place: observableRef,
        found: observableRef,
        answered: observableRef,
        run: false,
        secondLook: false,
        selection: false,
        recent: observableRef,
      },
      { autoBind: true },
    )
    this.selection = new SelectionStore<Hit>(
      () => this,
      ({ path, isDir }) => keyOfHit(path, isDir),
    )
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.leave()
    this.#sent = null
    this.#blank()
  }

  get state(): SearchState {
    if (this.place.query === '') return 'idle'
    if (this.run.isLoading) return 'running'
    if (this.error !== null) return 'failed'
    return this.run.value === null ? 'idle' : 'done'
  }

  get error(): ApiError | null {
    return this.run.error
  }

  /** The folder that is searched. */
  get from(): string {
    return this.place.isEverywhere ? '/' : this.place.folder
  }

  /** The words by which the hits were found. */
  get terms(): Terms {
    return termsOf(this.answered?.query ?? '')
  }

  /** The hits to show, the best first. */
  get sorted(): readonly Hit[] {
    const { hidden } = this.#root.listing
    return hidden.size === 0 ? this.found.hits : this.found.hits.filter(({ path }) => !hidden.has(path))
  }

  get positions(): ReadonlyMap<string, number> {
    return new Map(this.sorted.map(({ path, isDir }, index) => [keyOfHit(path, isDir), index]))
  }

  get isKnown(): boolean {
    return this.answered !== null
  }

  /** Whether there are more hits than are shown. */
  get isCut(): boolean {
    return this.found.total > this.found.hits.length
  }

  /** Whether more hits can be fetched. */
  get hasMore(): boolean {
    return this.isCut && this.most < SEARCH_HITS_MAX
  }

  /**
   * Shows the search of an address. Hits of the same search stay, and are refreshed in the background. Several parts of
   * the page may ask for the search that is shown already, which changes nothing.
   */
  show(place: SearchPlace): void {
    if (this.isShown && isEqualPlace(place, this.place)) return
    const isSame = isSamePlace(place, this.answered) && this.error === null
    if (!this.isShown) this.recent = readRecent(this.#root)
    this.isShown = true
    this.place = place
    if (place.query !== this.#sent) this.text = place.query
    this.#sent = null
    if (!isSame) this.most = FEW_HITS
    if (place.query === '') this.#reset()
    else void this.#run()
  }

  /** Another screen is shown. The hits are kept for going back. */
  leave(): void {
    // A search that broke off has no result, even after going back.
    if (this.error !== null) this.answered = null
    this.run.forget()
    this.secondLook.forget()
    this.isShown = false
  }

  /** Searches again, after an error. */
  retry(): void {
    void this.#run()
  }

  /** Fetches as many hits as the server sends. */
  showMore(): void {
    this.most = SEARCH_HITS_MAX
    void this.#run()
  }

  /**
   * Refreshes the hits and applies the differences; scroll position and selection stay. Errors are not shown, because a
   * later refresh may succeed. Never rejects.
   */
  async refresh(): Promise<void> {
    await when(() => this.state !== 'running' || !this.isShown)
    if (this.state !== 'done' || !this.isShown) return
    const { place } = this
    await this.secondLook.load((signal) => this.#find(place, signal), {
      onShown: (found) => this.#accept(place, found),
    })
  }

  /** Removes hits that are gone, before the next refresh does. */
  drop(paths: readonly string[]): void {
    const gone = new Set(paths)
    const hits = this.found.hits.filter(({ path }) => !gone.has(path))
    this.found = { hits, total: this.found.total - (this.found.hits.length - hits.length) }
  }

  setText(text: string): void {
    this.text = text
  }

  /** The query of the field, for the address. */
  send(): string {
    this.#sent = this.text.trim()
    return this.#sent
  }

  callField(): void {
    this.fieldCalls += 1
  }

  /** Called when a hit is opened, so the search was useful. */
  follow(): void {
    this.remember()
    // A query typed at the last moment is dropped, because it would lead back here.
    this.text = this.place.query
  }

  /** Remembers a search that led somewhere. */
  remember(): void {
    const { query } = this.place
    if (query === '') return
    this.#keepRecent([query, ...readRecent(this.#root).filter((other) => other !== query)].slice(0, MOST_RECENT))
  }

  forgetRecent(): void {
    this.#keepRecent([])
  }

  #reset(): void {
    this.run.forget()
    this.secondLook.forget()
    this.found = NOTHING
    this.answered = null
    this.selection.leave()
  }

  #accept(place: SearchPlace, found: FoundHits): void {
    if (!isSamePlace(place, this.answered)) this.selection.leave()
    this.answered = place
    this.found = found
  }

  async #run(): Promise<void> {
    const { place } = this
    this.run.forget()
    this.secondLook.forget()
    const fetch = async (signal: AbortSignal) => {
      try {
        return await this.#find(place, signal)
      } catch (error) {
        // Hits of another search do not belong to this one.
        if (!signal.aborted && !isSamePlace(place, this.answered)) runInAction(() => this.#accept(place, NOTHING))
        throw error
      }
    }
    await this.run.load(fetch, { onShown: (found) => this.#accept(place, found) })
  }

  async #find(place: SearchPlace, signal: AbortSignal): Promise<FoundHits> {
    return findHits(this.#root.api.search, { place, limit: this.most, signal, before: this.found.hits })
  }

  #keepRecent(recent: readonly string[]): void {
    this.recent = recent
    keepRecent(this.#root, recent)
  }
}

export const searchOf = (root: RootStore): SearchStore => (root.later.search ??= new SearchStore(root))
