// Searching by name: the query and its place, the hits, and earlier queries.
import { makeAutoObservable, observableRef, runInAction, when } from 'mobx'
import type { ApiError } from '../api/http.ts'
import { type Terms, termsOf } from '../lib/query.ts'
import type { RootStore } from './RootStore.ts'
import { isSamePlace, type SearchPlace } from './search/place.ts'
import { findHits, type Hit, mergeHits, MOST_HITS } from './search/find-hits.ts'
import { rememberBlank, type Store } from './forgetting.ts'
import { Latest } from './Latest.ts'

/** `idle`: there is no query, or it is not complete. */
export type SearchState = 'idle' | 'running' | 'done' | 'failed'

const MOST_RECENT = 8

export class SearchStore implements Store {
  isShown = false
  /** The text in the field. */
  text = ''
  place: SearchPlace = { folder: '/', query: '', isEverywhere: false }
  hits: readonly Hit[] = []
  /** The search that `hits` belong to. They stay while another search begins. */
  answered: SearchPlace | null = null
  /** Whether there is more than is shown. */
  isCut = false
  /** The current search, and later refreshes of its hits, whose errors are not shown. */
  readonly run = new Latest<readonly Hit[]>()
  readonly secondLook = new Latest<readonly Hit[]>()
  /** The path of the hit with the keyboard focus. */
  focused: string | null = null
  /** Grows when the focused row has to be scrolled into view. */
  reveals = 0
  /** Grows when the field should get the focus. */
  fieldCalls = 0
  recent: readonly string[] = []
  /** What the field last sent to the address. While somebody types, the field is ahead of it. */
  #sent: string | null = null
  readonly #root: RootStore
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly #blank: () => void

  constructor(root: RootStore, storage: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#root = root
    this.#storage = storage
    makeAutoObservable(
      this,
      {
        place: observableRef,
        hits: observableRef,
        answered: observableRef,
        run: false,
        secondLook: false,
        recent: observableRef,
      },
      { autoBind: true },
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

  get positions(): ReadonlyMap<string, number> {
    return new Map(this.hits.map(({ path }, index) => [path, index]))
  }

  /** The position of the focused hit; -1 for none. */
  get focusedPosition(): number {
    return this.focused === null ? -1 : (this.positions.get(this.focused) ?? -1)
  }

  /** Shows the search of an address. Hits of the same search stay, and are refreshed in the background. */
  show(place: SearchPlace): void {
    const isSame = isSamePlace(place, this.answered) && this.error === null
    if (!this.isShown) this.recent = this.#readRecent()
    this.isShown = true
    this.place = place
    if (place.query !== this.#sent) this.text = place.query
    this.#sent = null
    if (place.query === '') this.#reset()
    else void this.#run(isSame)
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
    void this.#run(false)
  }

  /**
   * Refreshes the hits and applies the differences; scroll position and focus stay. Errors are not shown, because a
   * later refresh may succeed. Never rejects.
   */
  async refresh(): Promise<void> {
    await when(() => this.state !== 'running' || !this.isShown)
    if (this.state !== 'done' || !this.isShown) return
    const { place, from } = this
    await this.secondLook.load(
      (signal) => findHits(this.#root.api.search.find(from, place.query, signal), from, () => undefined),
      { onShown: (hits) => this.#renew(hits) },
    )
  }

  setText(text: string): void {
    this.text = text
  }

  /** The query of the field, for the address. */
  send(): string {
    this.#sent = this.text.trim()
    return this.#sent
  }

  focus(path: string): void {
    this.focused = path
  }

  /** Moves the focus to a hit by its number, within the list. */
  focusAt(position: number): void {
    const hit = this.hits[position]
    if (hit === undefined) return
    this.focused = hit.path
    this.reveals += 1
  }

  callField(): void {
    this.fieldCalls += 1
  }

  /** Remembers a search that led somewhere. */
  remember(): void {
    const { query } = this.place
    if (query === '') return
    this.#keepRecent([query, ...this.#readRecent().filter((other) => other !== query)].slice(0, MOST_RECENT))
  }

  forgetRecent(): void {
    this.#keepRecent([])
  }

  #reset(): void {
    this.run.forget()
    this.secondLook.forget()
    this.hits = []
    this.answered = null
    this.focused = null
    this.isCut = false
  }

  #accept(place: SearchPlace, hits: readonly Hit[], isCut: boolean): void {
    if (!isSamePlace(place, this.answered)) this.focused = null
    this.answered = place
    this.isCut = isCut
    this.hits = hits
  }

  /** Applies a newer answer of the same search. If the focused hit is gone, the one in its place gets the focus. */
  #renew(hits: readonly Hit[]): void {
    const merged = mergeHits(this.hits, hits)
    if (merged === this.hits) return
    const before = this.focusedPosition
    this.hits = merged
    this.isCut = hits.length >= MOST_HITS
    if (before < 0 || this.focusedPosition >= 0) return
    this.focused = merged[Math.min(before, merged.length - 1)]?.path ?? null
    this.reveals += 1
  }

  async #run(isQuiet: boolean): Promise<void> {
    const { place, from } = this
    this.run.forget()
    this.secondLook.forget()
    const fetch = async (signal: AbortSignal) => {
      const show = (hits: readonly Hit[]) => {
        if (!signal.aborted) runInAction(() => this.#accept(place, hits, false))
      }
      try {
        const bunches = this.#root.api.search.find(from, place.query, signal)
        return await findHits(bunches, from, isQuiet ? () => undefined : show)
      } catch (error) {
        // Hits of another search do not belong to this one.
        if (!isSamePlace(place, this.answered)) show([])
        throw error
      }
    }
    await this.run.load(fetch, {
      // Another replica may return another order. A refresh keeps the order that is shown.
      onShown: (hits) => (isQuiet ? this.#renew(hits) : this.#accept(place, hits, hits.length >= MOST_HITS)),
    })
  }

  get #key(): string {
    return `nido-searches-${this.#root.session.user?.id ?? 0}`
  }

  #readRecent(): string[] {
    try {
      const kept: unknown = JSON.parse(this.#storage.getItem(this.#key) ?? '[]')
      return Array.isArray(kept) ? kept.filter((query) => typeof query === 'string') : []
    } catch {
      return []
    }
  }

  #keepRecent(recent: readonly string[]): void {
    this.recent = recent
    this.#storage.setItem(this.#key, JSON.stringify(recent))
  }
}
