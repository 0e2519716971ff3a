// A list of places in different folders: favourites, recently opened or changed ones, the largest or the oldest files.
import { makeAutoObservable, reaction, when } from 'mobx'
import type { ListedPlace } from '../../../backend/contract/places.ts'
import type { Item } from '../../../backend/contract/resources.ts'
import { ApiError } from '../api/http.ts'
import { createPlacesApi } from '../api/places.ts'
import { Throttle } from '../lib/throttle.ts'
import { isAtOrBelow, nameOf, parentOf } from '../lib/paths.ts'
import type { RootStore } from './RootStore.ts'
import { rememberBlank, type Store } from './forgetting.ts'
import { Latest } from './Latest.ts'
import { SelectionStore } from './SelectionStore.ts'

/** Changes come in bunches, and the server looks up every place of the list. */
const SOON_MS = 300
const PAUSE_MS = 5_000

/** A row of a list. */
export interface PlaceRow {
  path: string
  name: string
  isDir: boolean
  /** Bytes; 0 if it no longer exists. */
  size: number
  when: string
  /** Null if it no longer exists. */
  item: Item | null
}

export interface PlaceCalls {
  list(): Promise<readonly ListedPlace[]>
  /** Removes a place from the list. Missing for lists that nobody can edit. */
  remove?(path: string): Promise<void>
}

const rowOf = ({ path, isDir, when, item }: ListedPlace): PlaceRow => ({
  path,
  name: nameOf(path),
  isDir,
  size: item?.size ?? 0,
  when,
  item,
})

export class PlaceListStore implements Store {
  readonly content = new Latest<readonly ListedPlace[]>()
  readonly selection: SelectionStore<PlaceRow>
  /** Whether its screen is shown. */
  isShown = false
  readonly calls: PlaceCalls
  readonly #looks: Throttle
  #isAsked = false
  readonly #blank: () => void

  constructor(root: RootStore, calls: PlaceCalls) {
    this.calls = calls
    const { ui, drag, live } = root
    // Items in an open dialog and items that are being dragged must not change.
    const isFree = () => live.isVisible && ui.dialogs.length === 0 && !drag.isActive
    this.#looks = new Throttle(
      async () => {
        await when(isFree)
        await this.refresh()
      },
      () => PAUSE_MS,
    )
    makeAutoObservable(this, { content: false, selection: false, calls: false }, { autoBind: true })
    this.selection = new SelectionStore(
      () => this,
      ({ path }) => path,
    )
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.#looks.stop()
    this.#isAsked = false
    this.#blank()
  }

  get state(): 'loading' | 'ready' | 'failed' {
    return this.content.state
  }

  get isKnown(): boolean {
    return this.state === 'ready'
  }

  get sorted(): readonly PlaceRow[] {
    return (this.content.value ?? []).map(rowOf)
  }

  get positions(): ReadonlyMap<string, number> {
    return new Map(this.sorted.map(({ path }, index) => [path, index]))
  }

  has(path: string): boolean {
    return this.positions.has(path)
  }

  /** Fetches the list. The old one stays visible until then. */
  async load(): Promise<void> {
    this.#isAsked = true
    await this.content.load(this.calls.list, { isQuiet: true })
  }

  /** Fetches the list, unless it was asked for before. */
  async know(): Promise<void> {
    if (!this.#isAsked) await this.load()
  }

  /** Fetches the list again, if it was fetched before. */
  async refresh(): Promise<void> {
    // Even if the first answer has not come yet, because it may be older than the change.
    if (this.#isAsked) await this.load()
  }

  /** Something has changed in a folder, or somewhere below it. */
  noteChange(folder: string): void {
    const isConcerned = ({ path }: PlaceRow) => parentOf(path) === folder || isAtOrBelow(path, folder)
    // Any change affects the lists of all files.
    if (this.calls.remove === undefined ? this.isShown : this.sorted.some(isConcerned)) this.#looks.ask(SOON_MS)
  }

  show(): void {
    this.isShown = true
    void this.load()
  }

  leave(): void {
    this.isShown = false
    this.selection.leave()
  }

  /**
   * Removes places from the list at once. Those that could not be removed come back.
   * @throws ApiError
   */
  async remove(paths: readonly string[]): Promise<void> {
    const gone = new Set(paths)
    this.content.edit((places) => places.filter(({ path }) => !gone.has(path)))
    try {
      for (const path of paths) await this.#remove(path)
    } finally {
      await this.refresh()
    }
  }

  async #remove(path: string): Promise<void> {
    try {
      await this.calls.remove?.(path)
    } catch (error) {
      // Another page has removed it already.
      if (!(error instanceof ApiError && error.code === 'notFound')) throw error
    }
  }
}

/** The person's favourites. */
export const favouritesOf = (root: RootStore): PlaceListStore => (root.later.favourites ??= makeFavourites(root))

function makeFavourites(root: RootStore): PlaceListStore {
  const favourites = makeList(root, (api) => ({ list: api.favourites, remove: api.removeFavourite }))
  reaction(
    () => favourites.positions,
    (positions) => {
      root.views.starred = new Set(positions.keys())
    },
  )
  return favourites
}

/** What the person has opened last. */
export const openedOf = (root: RootStore): PlaceListStore =>
  (root.later.opened ??= makeList(root, ({ opened, forgetOpened }) => ({ list: opened, remove: forgetOpened })))

/** What anybody has changed last. */
export const changedOf = (root: RootStore): PlaceListStore =>
  (root.later.changed ??= makeList(root, ({ changed }) => ({ list: changed })))

/** The person's largest files. */
export const largestOf = (root: RootStore): PlaceListStore =>
  (root.later.largest ??= makeList(root, ({ largest }) => ({ list: largest })))

/** The person's files that have not changed for longest. */
export const oldestOf = (root: RootStore): PlaceListStore =>
  (root.later.oldest ??= makeList(root, ({ oldest }) => ({ list: oldest })))

const makeList = (root: RootStore, callsOf: (api: ReturnType<typeof createPlacesApi>) => PlaceCalls): PlaceListStore =>
  new PlaceListStore(root, callsOf(createPlacesApi(root.api.http)))
