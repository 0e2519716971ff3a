// The current folder, and the file of it that is open above it.
import { makeAutoObservable, observableRef } from 'mobx'
import type { FolderResource, Item } from '../../../backend/contract/resources.ts'
import { isFolderResource } from '../../../backend/contract/resource-kinds.ts'
import type { Sorting } from '../../../backend/contract/users.ts'
import type { ApiError } from '../api/http.ts'
import type { Arranged } from '../lib/group-items.ts'
import { nameOf, parentOf } from '../lib/paths.ts'
import { isSameListing } from '../lib/same-listing.ts'
import { nextSorting } from '../lib/sort-items.ts'
import { folderOf } from './folder-of.ts'
import type { RootStore } from './RootStore.ts'
import { rememberBlank, type Store } from './forgetting.ts'
import { Latest } from './Latest.ts'
import { fetchResource, plainPath } from './listing/fetch-resource.ts'
import { forgetOthers, keepFolder, keptInstead } from './listing/keep-folders.ts'

/** `away`: a screen other than the files is shown. */
export type ListingState = 'idle' | 'away' | 'loading' | 'ready' | 'failed'

export class ListingStore implements Store {
  /** The current folder, or the one being fetched. */
  folder = '/'
  readonly content = new Latest<FolderResource>()
  /** Paths that are being deleted. No answer shows them before the result is known. */
  hidden: ReadonlySet<string> = new Set()
  /** The person's sorting for folders without a view of their own. */
  usualSorting: Sorting = { by: 'name', asc: false }
  /** The path of the file that is open above the listing. */
  file: string | null = null
  /** Whether the files are the current screen. */
  isEntered = false
  /** When the content was fetched, in milliseconds since 1970, if the server cannot be reached; otherwise null. */
  keptAt: number | null = null
  /** What the address asks for. */
  #wanted = { path: '/', isDir: true }
  #opening: Promise<boolean | null> = Promise.resolve(null)
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { content: false, hidden: observableRef, usualSorting: observableRef }, { autoBind: true })
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.leave()
    this.#wanted = { path: '/', isDir: true }
    this.#blank()
    forgetOthers(this.#root)
  }

  get state(): ListingState {
    if (!this.isEntered) return 'away'
    if (this.content.error !== null) return 'failed'
    if (this.content.value !== null) return 'ready'
    return this.content.isLoading ? 'loading' : 'idle'
  }

  get isKnown(): boolean {
    return this.state === 'ready'
  }

  get error(): ApiError | null {
    return this.content.error
  }

  /** All items of the folder, including hidden ones. */
  get all(): readonly Item[] {
    return this.content.value?.items ?? []
  }

  /** Whether a folder is being fetched, or is about to be. */
  get isComing(): boolean {
    return this.state === 'idle' || this.state === 'loading'
  }

  get items(): readonly Item[] {
    return this.hidden.size === 0 ? this.all : this.all.filter(({ path }) => !this.hidden.has(path))
  }

  get sorting(): Sorting {
    return this.#root.views.sorting
  }

  /** The items in groups; one group with all items if the view has none. */
  get arranged(): Arranged {
    return this.#root.views.arrange(this.items)
  }

  /** The items in display order. */
  get sorted(): readonly Item[] {
    return this.arranged.sorted
  }

  /** The position of each name in `sorted`. */
  get positions(): ReadonlyMap<string, number> {
    return new Map(this.sorted.map(({ name }, index) => [name, index]))
  }

  get numDirs(): number {
    return this.items.reduce((sum, { isDir }) => sum + Number(isDir), 0)
  }

  get numFiles(): number {
    return this.items.length - this.numDirs
  }

  /** The bytes of all listed items. */
  get size(): number {
    return this.items.reduce((sum, { size }) => sum + size, 0)
  }

  find(name: string): Item | undefined {
    const position = this.positions.get(name)
    return position === undefined ? undefined : this.sorted[position]
  }

  /**
   * Shows what an address asks for: a folder, or a file above its folder. Returns whether it is a folder, so that the
   * address can be corrected; null after an error, or if another address was opened meanwhile.
   */
  async open(path: string, isDir: boolean): Promise<boolean | null> {
    const isOpening = this.state === 'loading' && path === this.#wanted.path && isDir === this.#wanted.isDir
    this.#wanted = { path, isDir }
    this.isEntered = true
    if (isOpening) return this.#opening
    if (
      !isDir &&
      this.state === 'ready' &&
      parentOf(path) === this.folder &&
      this.find(nameOf(path))?.isDir === false
    ) {
      this.file = path
      return false
    }
    if (path === this.folder && this.state === 'ready') {
      this.file = null
      void this.refresh()
      return true
    }
    this.#begin(isDir ? path : parentOf(path))
    this.#opening = this.#load(path)
    return this.#opening
  }

  #begin(folder: string): void {
    if (folder !== this.folder) this.#root.selection.leave()
    this.folder = folder
    this.file = null
    this.content.forget()
  }

  async #load(path: string): Promise<boolean | null> {
    let isFolder = true
    let keptAt: number | null = null
    const fetch = async () => {
      try {
        // The view has to be known before the folder is rendered.
        const [found] = await Promise.all([fetchResource(this.#root, path), this.#root.views.load()])
        isFolder = found.isDir
        return folderOf(isFolder ? found : await fetchResource(this.#root, parentOf(path)))
      } catch (error) {
        const kept = await keptInstead(this.#root, path, error)
        keptAt = kept.at
        return kept.folder
      }
    }
    const isShown = await this.content.load(fetch, {
      onShown: (resource) => {
        this.#note(resource, keptAt)
        this.folder = plainPath(resource)
        this.file = isFolder ? null : path
        this.usualSorting = resource.sorting
      },
    })
    return isShown ? isFolder : null
  }

  /**
   * Fetches the folder again and applies the differences. Selection, scroll position and sorting stay. After an error
   * it fetches what the address asks for.
   */
  async refresh(): Promise<void> {
    if (this.state === 'failed') return void (await this.#load(this.#wanted.path))
    const { folder } = this
    const before = this.content.value
    if (this.state !== 'ready' || before === null) return
    const fetch = async () => {
      const resource = await fetchResource(this.#root, folder)
      if (!isFolderResource(resource)) return before
      return isSameListing(before.items, resource.items) ? { ...resource, items: before.items } : resource
    }
    await this.content.load(fetch, { isQuiet: true, onShown: (resource) => this.#note(resource, null) })
  }

  #note(resource: FolderResource, keptAt: number | null): void {
    this.keptAt = keptAt
    if (keptAt === null) keepFolder(this.#root, plainPath(resource), resource)
    else void this.#root.live.ask()
  }

  /** Fetches what the address asks for again, after an error. */
  async retry(): Promise<void> {
    this.content.forget()
    await this.open(this.#wanted.path, this.#wanted.isDir)
  }

  /** Sorts the items, and stores the sorting for the next visit. Needs no request. */
  sortBy(by: Sorting['by'], asc = nextSorting(this.sorting, by).asc): void {
    this.#root.views.change({ sorting: { by, asc } })
  }

  /** Hides paths before the server's list confirms that they are gone. */
  hide(paths: readonly string[]): void {
    this.hidden = new Set([...this.hidden, ...paths])
  }

  /** Trusts the server again. Items that are not gone reappear at once, even if the next refresh fails. */
  unhide(paths: readonly string[], gone: readonly string[]): void {
    const [shown, over] = [new Set(paths), new Set(gone)]
    this.content.edit((folder) => ({ ...folder, items: folder.items.filter(({ path }) => !over.has(path)) }))
    this.hidden = new Set([...this.hidden].filter((path) => !shown.has(path)))
  }

  /** Whether this page is deleting a path. */
  isHidden(path: string): boolean {
    return this.hidden.has(path)
  }

  /** The files are no longer shown: nothing here has an effect until a folder is opened again. */
  leave(): void {
    this.isEntered = false
    this.folder = '/'
    this.file = null
    this.content.forget()
    this.#root.selection.leave()
  }

  /** The files are shown; the folder is set next. */
  enter(): void {
    this.isEntered = true
  }
}
