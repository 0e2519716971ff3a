// The folder that is shown, and which of its files is open above it.
import { makeAutoObservable, observableRef } from 'mobx'
import type { Item, Resource } from '../../../backend/contract/resources.ts'
import { isFolderResource } from '../../../backend/contract/resource-kinds.ts'
import type { Sorting } from '../../../backend/contract/users.ts'
import { ApiError } from '../api/http.ts'
import { nameOf, parentOf } from '../lib/paths.ts'
import { isSameListing } from '../lib/same-listing.ts'
import { nextSorting, sortItems } from '../lib/sort-items.ts'
import type { RootStore } from './RootStore.ts'
import { rememberBlank, type Store } from './forgetting.ts'

/** `away`: another screen is shown than the files. */
export type ListingState = 'idle' | 'away' | 'loading' | 'ready' | 'failed'

export class ListingStore implements Store {
  /** The folder on the screen, or the one that is being fetched. */
  folder = '/'
  /** All that the folder has, also what is hidden. */
  all: readonly Item[] = []
  /** Paths that are being deleted: no answer shows them before it is known how that went. */
  hidden: ReadonlySet<string> = new Set()
  sorting: Sorting = { by: 'name', asc: false }
  state: ListingState = 'away'
  error: ApiError | null = null
  /** Path of the file that lies open above the listing. */
  file: string | null = null
  /** What the address names. */
  #wanted = { path: '/', isDir: true }
  /** Counts the opened folders, so that an answer that comes late is passed over. */
  #generation = 0
  /** Counts the looks at a folder; an older one that comes after a newer one is passed over. */
  #looks = 0
  #lastLook = 0
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    const refs = { all: observableRef, hidden: observableRef, sorting: observableRef, error: observableRef }
    makeAutoObservable(this, refs, { autoBind: true })
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.leave()
    this.#wanted = { path: '/', isDir: true }
    this.#blank()
  }

  /** Whether a folder is on its way, or about to be asked for. */
  get isComing(): boolean {
    return this.state === 'idle' || this.state === 'loading'
  }

  get items(): readonly Item[] {
    return this.hidden.size === 0 ? this.all : this.all.filter(({ path }) => !this.hidden.has(path))
  }

  /** The items in the order of the screen. */
  get sorted(): readonly Item[] {
    return sortItems(this.items, this.sorting)
  }

  /** Where each name stands in `sorted`. */
  get positions(): ReadonlyMap<string, number> {
    return new Map(this.sorted.map(({ name }, index) => [name, index]))
  }

  get numDirs(): number {
    return this.items.reduce((sum, { isDir }) => sum + Number(isDir), 0)
  }

  get numFiles(): number {
    return this.items.length - this.numDirs
  }

  /** Bytes of all that is listed. */
  get size(): number {
    return this.items.reduce((sum, { size }) => sum + size, 0)
  }

  find(name: string): Item | undefined {
    const position = this.positions.get(name)
    return position === undefined ? undefined : this.sorted[position]
  }

  /**
   * Shows what an address names: a folder, or a file above its folder. Answers whether it is a folder, so that the
   * address can be put right; null where there is nothing to tell (an error, or another address was opened meanwhile).
   */
  async open(path: string, isDir: boolean): Promise<boolean | null> {
    this.#wanted = { path, isDir }
    if (
      !isDir &&
      this.state === 'ready' &&
      parentOf(path) === this.folder &&
      this.find(nameOf(path))?.isDir === false
    ) {
      this.showFile(path)
      return false
    }
    if (path === this.folder && this.state === 'ready') {
      this.showFile(null)
      void this.refresh()
      return true
    }
    return this.#load(path, this.begin(isDir ? path : parentOf(path)))
  }

  async #load(path: string, generation: number): Promise<boolean | null> {
    try {
      let resource = await this.#fetch(path)
      const isFolder = resource.isDir
      if (!isFolder) resource = await this.#fetch(parentOf(path))
      if (generation !== this.#generation) return null
      this.showFile(isFolder ? null : path)
      this.accept(resource)
      return isFolder
    } catch (error) {
      if (generation === this.#generation && this.state !== 'ready') this.fail(error)
      return null
    }
  }

  /**
   * Fetches the folder again and changes what differs; selection and scroll stay. After an error, what the address
   * names.
   */
  async refresh(): Promise<void> {
    if (this.state === 'failed') return void (await this.#load(this.#wanted.path, this.#generation))
    if (this.state !== 'ready') return
    const generation = this.#generation
    this.#looks += 1
    const look = this.#looks
    try {
      const resource = await this.#fetch(this.folder)
      if (generation !== this.#generation || look < this.#lastLook) return
      this.#lastLook = look
      this.accept(resource)
    } catch (error) {
      // What is on the screen stays while the connection is gone; a folder that is gone is told.
      const isPassing =
        error instanceof ApiError && ['network', 'unavailable', 'tooManyRequests', 'locked'].includes(error.code)
      if (generation === this.#generation && !isPassing) this.fail(error)
    }
  }

  /** Fetches what the address names anew after an error. */
  async retry(): Promise<void> {
    this.state = 'idle'
    await this.open(this.#wanted.path, this.#wanted.isDir)
  }

  /** Sorts what is there, and keeps the wish for the next visit. Nothing is fetched. */
  async sortBy(by: Sorting['by'], asc = nextSorting(this.sorting, by).asc): Promise<void> {
    this.setSorting({ by, asc })
    const user = this.#root.session.user
    if (user === null) return
    try {
      await this.#root.api.users.update(user.id, { sorting: { by, asc } })
    } catch (error) {
      this.#root.toasts.error(error)
    }
  }

  setSorting(sorting: Sorting): void {
    this.sorting = sorting
  }

  /** Takes paths off the screen before the server's list confirms it. */
  hide(paths: readonly string[]): void {
    this.#setHidden(new Set([...this.hidden, ...paths]))
  }

  /**
   * Believes the server again. What is not gone is on the screen at once, whether or not the next look comes through.
   */
  unhide(paths: readonly string[], gone: readonly string[]): void {
    const [shown, over] = [new Set(paths), new Set(gone)]
    this.all = this.all.filter(({ path }) => !over.has(path))
    this.#setHidden(new Set([...this.hidden].filter((path) => !shown.has(path))))
  }

  #setHidden(hidden: ReadonlySet<string>): void {
    const before = this.#root.selection.focusedPosition
    this.hidden = hidden
    this.#root.selection.prune(before)
  }

  /** Whether a path is on its way out by this page's own doing. */
  isHidden(path: string): boolean {
    return this.hidden.has(path)
  }

  showFile(path: string | null): void {
    this.file = path
  }

  /** The files are no longer shown: nothing here is acted upon until a folder is opened again. */
  leave(): void {
    this.#generation += 1
    this.folder = '/'
    this.all = []
    this.file = null
    this.state = 'away'
    this.error = null
    this.#root.selection.leave()
  }

  /** The files are shown; which folder of them is about to be said. */
  enter(): void {
    if (this.state === 'away') this.state = 'idle'
  }

  begin(folder: string): number {
    this.#generation += 1
    if (folder !== this.folder) {
      this.all = []
      this.#root.selection.leave()
    }
    this.folder = folder
    this.file = null
    this.state = 'loading'
    this.error = null
    return this.#generation
  }

  accept(resource: Resource): void {
    if (!isFolderResource(resource)) return
    const isFirst = this.state !== 'ready'
    // The person's own choice of this visit counts more than what an older answer says.
    if (isFirst) this.sorting = resource.sorting
    this.folder = resource.path.replace(/(?<=.)\/$/, '')
    this.state = 'ready'
    this.error = null
    if (isFirst || !isSameListing(this.all, resource.items)) this.put(resource.items)
  }

  put(items: readonly Item[]): void {
    const { selection } = this.#root
    const before = selection.focusedPosition
    this.all = items
    selection.prune(before)
  }

  fail(error: unknown): void {
    this.state = 'failed'
    this.error = error instanceof ApiError ? error : new ApiError(500, 'internal', String(error), { cause: error })
  }

  async #fetch(path: string): Promise<Resource> {
    const resource = await this.#root.api.resources.get(path)
    if (resource.path.replace(/(?<=.)\/$/, '') !== path) throw new ApiError(500, 'internal', 'Data Mismatch!')
    return resource
  }
}
