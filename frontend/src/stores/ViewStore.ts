// The views of folders: the current folder's own, or the person's usual one. A choice changes what is drawn and in
// which order; no folder is fetched for it.
import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { FolderView } from '../../../backend/contract/folder-views.ts'
import type { Item } from '../../../backend/contract/resources.ts'
import { TILE_PIXELS, VIEW_MODES } from '../../../backend/contract/user-choices.ts'
import { fetchPart } from '../lib/fetch-part.ts'
import type { Arranged, Grouping } from '../lib/group-items.ts'
import { Throttle } from '../lib/throttle.ts'
import { sortItems } from '../lib/sort-items.ts'
import { rememberBlank, type Store } from './forgetting.ts'
import type { RootStore } from './RootStore.ts'

/** How long a change waits for further ones before it is stored. It is also the shortest time between two requests. */
const SAVE_AFTER_MS = 800
const SAVE_EVERY_MS = 3000

export class ViewStore implements Store {
  /** The folders with their own view; null until known. */
  own: ReadonlyMap<string, FolderView> | null = null
  /** The paths of the person's favourites, which every view marks. */
  starred: ReadonlySet<string> = new Set()
  /** The function that groups items. Fetched when it is first needed. */
  grouping: Grouping | null = null
  readonly #unsaved = new Map<string, FolderView>()
  #loading: Promise<void> | null = null
  readonly #saving = new Throttle(
    () => this.#save(),
    () => SAVE_EVERY_MS,
  )
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    const refs = { own: observableRef, starred: observableRef, grouping: observableRef }
    makeAutoObservable(this, { ...refs, arrange: false }, { autoBind: true })
    this.#blank = rememberBlank(this, ['grouping'])
    globalThis.addEventListener?.('pagehide', () => void this.#save(true))
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.#saving.stop()
    this.#unsaved.clear()
    this.#loading = null
    this.#blank()
  }

  /** The view of folders without their own. */
  get usual(): FolderView {
    return {
      mode: this.#root.session.user?.viewMode ?? 'list',
      tile: TILE_PIXELS.usual,
      group: 'none',
      sorting: this.#root.listing.usualSorting,
      foldersFirst: true,
    }
  }

  /** The view of the current folder. */
  get current(): FolderView {
    return this.own?.get(this.#root.listing.folder) ?? this.usual
  }

  // Separate getters, so that a change of one does not render what only depends on another.
  get mode(): FolderView['mode'] {
    return this.current.mode
  }

  get group(): FolderView['group'] {
    return this.current.group
  }

  get sorting(): FolderView['sorting'] {
    return this.current.sorting
  }

  get foldersFirst(): boolean {
    return this.current.foldersFirst
  }

  /** The items in the order and groups of the view. */
  arrange(items: readonly Item[]): Arranged {
    const { group, sorting, foldersFirst, grouping } = this
    if (group !== 'none' && grouping !== null) return grouping(items, { group, sorting, foldersFirst }, new Date())
    const sorted = sortItems(items, sorting, foldersFirst)
    return { sorted, sections: [{ key: '', first: 0, count: sorted.length }] }
  }

  /** Fetches the folders with their own view, once. Never rejects: without an answer all have the usual view. */
  load(): Promise<void> {
    this.#loading ??= this.#fetch()
    return this.#loading
  }

  async #fetch(): Promise<void> {
    try {
      const { items } = await this.#root.api.folderViews.list()
      if (items.some(({ view }) => view.group !== 'none')) await this.#learnToGroup()
      // What was chosen in the meantime is newer.
      const known = new Map([...items.map(({ path, view }) => [path, view] as const), ...this.#unsaved])
      runInAction(() => (this.own = known))
    } catch {
      this.#loading = null
    }
  }

  /** Until it is fetched, all items are shown in one group. */
  async #learnToGroup(): Promise<void> {
    if (this.grouping !== null) return
    try {
      const { groupItems } = await fetchPart(() => import('../lib/group-items.ts'))
      runInAction(() => (this.grouping = groupItems))
    } catch {
      // The next need tries again.
    }
  }

  /** Changes the view of the current folder, and stores it for the next visit. */
  change(changes: Partial<FolderView>): void {
    const { folder } = this.#root.listing
    const view = { ...this.current, ...changes }
    this.own = new Map(this.own).set(folder, view)
    this.#unsaved.set(folder, view)
    this.#saving.ask(SAVE_AFTER_MS)
    if (view.group !== 'none') void this.#learnToGroup()
  }

  /** Switches from list to mosaic, to gallery, and back to list. */
  toggleMode(): void {
    const at = VIEW_MODES.indexOf(this.current.mode)
    this.change({ mode: VIEW_MODES[(at + 1) % VIEW_MODES.length] ?? 'list' })
  }

  /** Makes tiles wider by this many pixels, or narrower. */
  resizeTiles(by: number): void {
    const tile = Math.min(TILE_PIXELS.most, Math.max(TILE_PIXELS.least, this.current.tile + by))
    if (tile !== this.current.tile) this.change({ tile })
  }

  async #save(isLast = false): Promise<void> {
    const views = [...this.#unsaved]
    this.#unsaved.clear()
    try {
      // One after another, because they are all stored in one document.
      for (const [path, view] of views) await this.#root.api.folderViews.put(path, view, isLast)
    } catch (error) {
      this.#root.toasts.error(error)
    }
  }
}
