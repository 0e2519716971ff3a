// Information about files beyond the listing: checksums, computed on request.
import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { Photo } from '../../../backend/contract/photos.ts'
import type { ChecksumAlgorithm, Item } from '../../../backend/contract/resources.ts'
import type { RootStore } from './RootStore.ts'
import { Latest } from './Latest.ts'
import { rememberBlank, type Store } from './forgetting.ts'

/** A checksum in hex, or that it is being computed. */
export type ChecksumState = { state: 'computing' } | { state: 'ready'; hex: string }

const stateOf = ({ size, modified, path }: Item) => [size, modified, path].join(' ')
const keyOf = (item: Item, algorithm: ChecksumAlgorithm) => `${algorithm} ${stateOf(item)}`

export class InfoStore implements Store {
  checksums: ReadonlyMap<string, ChecksumState> = new Map()
  /** What the camera recorded in a picture; null if nothing. */
  readonly photo = new Latest<Photo | null, string>()
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { checksums: observableRef, photo: false }, { autoBind: true })
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.photo.forget()
    this.#blank()
  }

  /** What the panel describes: the open file, otherwise the selection. If nothing is selected, the folder itself. */
  get items(): readonly Item[] {
    const { listing, selection } = this.#root
    const open = listing.file === null ? undefined : listing.items.find(({ path }) => path === listing.file)
    return open ? [open] : selection.items
  }

  checksum(item: Item, algorithm: ChecksumAlgorithm): ChecksumState | undefined {
    return this.checksums.get(keyOf(item, algorithm))
  }

  /** Whether the loaded photo information belongs to this file in its present state. */
  isPhotoOf(item: Item): boolean {
    return this.photo.of === stateOf(item)
  }

  async lookAtPhoto(item: Item): Promise<void> {
    if (this.isPhotoOf(item)) return
    await this.photo.load((signal) => this.#root.api.resources.photo(item.path, signal), { of: stateOf(item) })
  }

  async compute(item: Item, algorithm: ChecksumAlgorithm): Promise<void> {
    const key = keyOf(item, algorithm)
    this.#put(key, { state: 'computing' })
    try {
      this.#put(key, { state: 'ready', hex: await this.#root.api.resources.checksum(item.path, algorithm) })
    } catch (error) {
      this.#put(key, undefined)
      this.#root.toasts.error(error)
    }
  }

  #put(key: string, state: ChecksumState | undefined): void {
    const checksums = new Map(this.checksums)
    if (state) checksums.set(key, state)
    else checksums.delete(key)
    runInAction(() => {
      this.checksums = checksums
    })
  }
}

/** The store, created when it is first used. */
export const infoOf = (root: RootStore): InfoStore => (root.later.info ??= new InfoStore(root))
