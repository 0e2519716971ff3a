// Deleted items: the actions, newest first, and the content of the open one.
import { createTrashApi } from '../api/trash.ts'
import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { Item, Resource } from '../../../backend/contract/resources.ts'
import { isFolderResource } from '../../../backend/contract/resource-kinds.ts'
import type { Trash, TrashNote } from '../../../backend/contract/trash.ts'
import type { ApiError } from '../api/http.ts'
import { sortItems } from '../lib/sort-items.ts'
import type { RootStore } from './RootStore.ts'
import { SelectionStore } from './SelectionStore.ts'
import { rememberBlank, type Store } from './forgetting.ts'
import { Latest } from './Latest.ts'
import { rowOfItem, rowOfNote, together, type TrashRow } from './trash/rows.ts'

/** The most pages that are fetched again. */
const PAGES_AT_ONCE = 50

export class TrashStore implements Store {
  /** The open action; null for the list of all. */
  id: string | null = null
  /** The folder in that action; `/` for its top. */
  below = '/'
  notes: readonly TrashNote[] = []
  /** Where the next page begins; null if all are shown. */
  cursor: string | null = null
  /** The content of the open folder. */
  readonly content = new Latest<readonly Item[], string>()
  readonly nextPage = new Latest<Trash>()
  isShown = false
  readonly selection: SelectionStore<TrashRow>
  /** Keys of rows that are being removed. No answer shows them before the result is known. */
  hidden: ReadonlySet<string> = new Set()
  /** So many rows are to be shown, where there are as many: what somebody asked for while the list is fetched again. */
  #wanted = 0
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(
      this,
      { notes: observableRef, content: false, nextPage: false, hidden: observableRef, selection: false },
      { autoBind: true },
    )
    this.selection = new SelectionStore(
      () => this,
      ({ key }) => key,
    )
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.leave()
    this.#blank()
  }

  get state(): 'away' | 'loading' | 'ready' | 'failed' {
    if (!this.isShown) return 'away'
    if (this.content.error !== null) return 'failed'
    return this.content.value === null ? 'loading' : 'ready'
  }

  get isKnown(): boolean {
    return this.state === 'ready'
  }

  get error(): ApiError | null {
    return this.content.error
  }

  get isLoadingMore(): boolean {
    return this.nextPage.isLoading
  }

  /** The note of the open action. */
  get note(): TrashNote | null {
    return this.notes.find(({ id }) => id === this.id) ?? null
  }

  get sorted(): readonly TrashRow[] {
    return this.#rows.filter(({ key }) => !this.hidden.has(key))
  }

  get positions(): ReadonlyMap<string, number> {
    return new Map(this.sorted.map(({ key }, index) => [key, index]))
  }

  /** The bytes of all rows. */
  get size(): number {
    return this.sorted.reduce((sum, { size }) => sum + size, 0)
  }

  /** Whether the server is still changing something that is shown, so that it should be refreshed soon. */
  get isChanging(): boolean {
    return this.notes.some(({ pending }) => pending)
  }

  /**
   * Shows all actions, or the content of one of them. Returns false for an action that deleted a single file, which has
   * no content to show.
   */
  async open(id: string | null, below: string): Promise<boolean> {
    if (id === this.id && below === this.below && this.state === 'ready') {
      await this.refresh()
      return true
    }
    this.isShown = true
    this.id = id
    this.below = below
    this.selection.leave()
    this.content.forget()
    return await this.#load(false)
  }

  /** Refreshes what is shown. Selection and scroll position stay. */
  async refresh(): Promise<void> {
    if (this.isShown) await this.#load(true)
  }

  /** Fetches again after an error. */
  async retry(): Promise<void> {
    this.content.forget()
    await this.open(this.id, this.below)
  }

  /** Another screen is shown. */
  leave(): void {
    this.isShown = false
    this.id = null
    this.below = '/'
    this.notes = []
    this.cursor = null
    this.#wanted = 0
    this.content.forget()
    this.nextPage.forget()
    this.selection.leave()
  }

  /** Adds the next page to the list. If it fails, the next call tries again. */
  async showMore(): Promise<void> {
    const { cursor } = this
    if (cursor === null || this.isLoadingMore || this.state !== 'ready' || this.id !== null) return
    this.#wanted = this.notes.length + 1
    this.nextPage.forget()
    await this.nextPage.load(() => createTrashApi(this.#root.api.http).list(cursor), {
      onShown: (page) => this.#take({ items: together([...this.notes, ...page.items]), cursor: page.cursor }),
    })
    if (this.nextPage.error !== null) this.#root.toasts.error(this.nextPage.error)
  }

  /** Adds all remaining pages, before an action on everything. Stops early if one cannot be fetched. */
  async showAll(): Promise<void> {
    for (let before: string | null = null; this.cursor !== null && this.cursor !== before;) {
      before = this.cursor
      await this.showMore()
    }
  }

  /** Hides rows before the server's answer confirms that they are gone. */
  hide(keys: readonly string[]): void {
    this.hidden = new Set([...this.hidden, ...keys])
  }

  unhide(keys: readonly string[]): void {
    const shown = new Set(keys)
    this.hidden = new Set([...this.hidden].filter((key) => !shown.has(key)))
  }

  #take({ items, cursor }: Trash): void {
    this.notes = items
    this.cursor = cursor
  }

  /** Returns false if the place is a file. */
  async #load(isQuiet: boolean): Promise<boolean> {
    const { id, below } = this
    let isFolder = true
    const fetch = async (signal: AbortSignal): Promise<readonly Item[]> => {
      const inside = await this.#fetch(id, below, signal)
      if (inside === null) return []
      isFolder = isFolderResource(inside)
      // There is nothing to show: the caller goes elsewhere.
      if (!isFolder) this.content.forget()
      return isFolderResource(inside) ? sortItems(inside.items, { by: 'name', asc: false }, true) : []
    }
    await this.content.load(fetch, { of: `${id ?? ''} ${below}`, isQuiet })
    return isFolder
  }

  get #rows(): TrashRow[] {
    const { note, id } = this
    if (id === null) return this.notes.map(rowOfNote)
    return note === null || this.content.value === null ? [] : this.content.value.map((item) => rowOfItem(note, item))
  }

  /** At least as many rows as are shown or wanted; the open action may be further back. */
  async #list(id: string | null): Promise<Trash> {
    const trash = createTrashApi(this.#root.api.http)
    let list = await trash.list()
    const isEnough = ({ items }: Trash) =>
      items.length >= Math.max(this.notes.length, this.#wanted) && (id === null || items.some((note) => note.id === id))
    for (let pages = 1; list.cursor !== null && pages < PAGES_AT_ONCE && !isEnough(list); pages += 1) {
      const next = await trash.list(list.cursor)
      list = { items: together([...list.items, ...next.items]), cursor: next.cursor }
    }
    return list
  }

  /**
   * The open folder; null for the list of all. Without the list the old paths of an action's files, and who deleted
   * them, are unknown.
   */
  async #fetch(id: string | null, below: string, signal: AbortSignal): Promise<Resource | null> {
    const trash = createTrashApi(this.#root.api.http)
    if (!this.#root.keepsVersions) return null
    const [list, inside] = await Promise.allSettled([this.#list(id), id === null ? null : trash.get(id, below)])
    if (list.status === 'fulfilled' && !signal.aborted) {
      this.nextPage.forget()
      runInAction(() => this.#take(list.value))
    }
    for (const answer of [list, inside]) if (answer.status === 'rejected') throw answer.reason
    return inside.status === 'fulfilled' ? inside.value : null
  }
}

/** The store, created when it is first used. */
export const trashOf = (root: RootStore): TrashStore => (root.later.trash ??= new TrashStore(root))
