// How folders are looked at: the shown one in its own way, or as the person usually does. What is chosen here changes
// what is drawn of a folder and in which order; nothing is fetched for it.
import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { FolderView } from '../../../backend/contract/folder-views.ts'
import type { Item } from '../../../backend/contract/resources.ts'
import { TILE_PIXELS, VIEW_MODES } from '../../../backend/contract/user-choices.ts'
import { fetchPart } from '../lib/fetch-part.ts'
import type { Arranged, Grouping } from '../lib/group-items.ts'
import { Paced } from '../lib/paced.ts'
import { sortItems } from '../lib/sort-items.ts'
import { rememberBlank, type Store } from './forgetting.ts'
import type { RootStore } from './RootStore.ts'

/** A change is stored after a moment in which more of them may come, and not more often than this. */
const SAVE_AFTER_MS = 800
const SAVE_EVERY_MS = 3000

export class ViewStore implements Store {
  /** Folders with a view of their own; null until they are known. */
  own: ReadonlyMap<string, FolderView> | null = null
  /** What puts items into groups, once somebody wants that. */
  grouping: Grouping | null = null
  readonly #unsaved = new Map<string, FolderView>()
  #loading: Promise<void> | null = null
  readonly #saving = new Paced(
    () => this.#save(),
    () => SAVE_EVERY_MS,
  )
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { own: observableRef, grouping: observableRef, arrange: false }, { autoBind: true })
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

  /** The view of a folder without one of its own. */
  get usual(): FolderView {
    return {
      mode: this.#root.session.user?.viewMode ?? 'list',
      tile: TILE_PIXELS.usual,
      group: 'none',
      sorting: this.#root.listing.usualSorting,
      foldersFirst: true,
    }
  }

  /** The view of the folder that is shown. */
  get current(): FolderView {
    return this.own?.get(this.#root.listing.folder) ?? this.usual
  }

  // One by one: what is drawn by the one need not be drawn again for the other.
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

  /** Items in the order and groups of the view. */
  arrange(items: readonly Item[]): Arranged {
    const { group, sorting, foldersFirst, grouping } = this
    if (group !== 'none' && grouping !== null) return grouping(items, { group, sorting, foldersFirst }, new Date())
    const sorted = sortItems(items, sorting, foldersFirst)
    return { sorted, sections: [{ key: '', first: 0, count: sorted.length }] }
  }

  /** Asks once which folders have a view of their own. Never fails: without an answer all are shown as usual. */
  load(): Promise<void> {
    this.#loading ??= this.#fetch()
    return this.#loading
  }

  async #fetch(): Promise<void> {
    try {
      const { items } = await this.#root.api.folderViews.list()
      if (items.some(({ view }) => view.group !== 'none')) await this.#learnToGroup()
      // What was chosen meanwhile is newer.
      const known = new Map([...items.map(({ path, view }) => [path, view] as const), ...this.#unsaved])
      runInAction(() => (this.own = known))
    } catch {
      this.#loading = null
    }
  }

  /** Without it things are shown all the same, in one group. */
  async #learnToGroup(): Promise<void> {
    if (this.grouping !== null) return
    try {
      const { groupItems } = await fetchPart(() => import('../lib/group-items.ts'))
      runInAction(() => (this.grouping = groupItems))
    } catch {
      // The next wish tries it again.
    }
  }

  /** Changes the view of the folder that is shown, and keeps it for the next visit. */
  change(changes: Partial<FolderView>): void {
    const { folder } = this.#root.listing
    const view = { ...this.current, ...changes }
    this.own = new Map(this.own).set(folder, view)
    this.#unsaved.set(folder, view)
    this.#saving.ask(SAVE_AFTER_MS)
    if (view.group !== 'none') void this.#learnToGroup()
  }

  /** From the list to the mosaic, to the gallery, and back. */
  toggleMode(): void {
    const at = VIEW_MODES.indexOf(this.current.mode)
    this.change({ mode: VIEW_MODES[(at + 1) % VIEW_MODES.length] ?? 'list' })
  }

  /** Makes tiles wider by so many pixels, or narrower. */
  resizeTiles(by: number): void {
    const tile = Math.min(TILE_PIXELS.most, Math.max(TILE_PIXELS.least, this.current.tile + by))
    if (tile !== this.current.tile) this.change({ tile })
  }

  async #save(isLast = false): Promise<void> {
    const views = [...this.#unsaved]
    this.#unsaved.clear()
    try {
      // One after the other: the person has one document.
      for (const [path, view] of views) await this.#root.api.folderViews.put(path, view, isLast)
    } catch (error) {
      this.#root.toasts.error(error)
    }
  }
}
