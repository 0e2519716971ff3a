// The map of a folder: what takes how much space in it.
import { makeAutoObservable, when } from 'mobx'
import type { MapPart, StorageMap } from '../../../backend/contract/storage-map.ts'
import { createStorageMapApi } from '../api/storage-map.ts'
import { kindOfName } from '../lib/kind-of-name.ts'
import { type Kind, KINDS } from '../lib/kinds.ts'
import { isAtOrBelow } from '../lib/paths.ts'
import { Throttle } from '../lib/throttle.ts'
import { rememberBlank, type Store } from './forgetting.ts'
import { Latest } from './Latest.ts'
import type { RootStore } from './RootStore.ts'

/** Changes come in bunches, and the server goes through all names for each map. */
const SOON_MS = 1_000
const PAUSE_MS = 5_000

/** How much the files of a kind take, in bytes. */
export interface KindSum {
  kind: Kind
  size: number
  files: number
}

export class StorageMapStore implements Store {
  readonly content = new Latest<StorageMap, string>()
  /** The folder that is shown; null while none is. */
  folder: string | null = null
  readonly #root: RootStore
  readonly #looks: Throttle
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    this.#looks = new Throttle(
      async () => {
        await when(() => root.live.isVisible)
        await this.refresh()
      },
      () => PAUSE_MS,
    )
    makeAutoObservable(this, { content: false }, { autoBind: true })
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.#looks.stop()
    this.#blank()
  }

  get state(): 'loading' | 'ready' | 'failed' {
    return this.content.state
  }

  get parts(): readonly MapPart[] {
    return this.content.value?.parts ?? []
  }

  /** What each kind of file takes, the most first. */
  get kinds(): readonly KindSum[] {
    const sums = new Map<Kind, KindSum>(KINDS.map((kind) => [kind, { kind, size: 0, files: 0 }]))
    for (const { ending, size, files } of this.content.value?.endings ?? []) {
      const sum = sums.get(kindOfName(`x${ending}`, false))
      if (sum === undefined) continue
      sum.size += size
      sum.files += files
    }
    return [...sums.values()].filter(({ files }) => files > 0).toSorted((a, b) => b.size - a.size)
  }

  /** Shows a folder. Returns a function that ends it. */
  show(folder: string): () => void {
    this.folder = folder
    void this.#load(folder)
    return () => {
      this.folder = null
    }
  }

  /** Something has changed in a folder, or somewhere below it. */
  noteChange(folder: string): void {
    const { folder: shown } = this
    if (shown !== null && (isAtOrBelow(folder, shown) || isAtOrBelow(shown, folder))) this.#looks.ask(SOON_MS)
  }

  async refresh(): Promise<void> {
    if (this.folder !== null) await this.#load(this.folder)
  }

  async #load(folder: string): Promise<void> {
    const { map } = createStorageMapApi(this.#root.api.http)
    await this.content.load(() => map(folder), { of: folder, isQuiet: true })
  }
}

export const storageMapOf = (root: RootStore): StorageMapStore => (root.later.storageMap ??= new StorageMapStore(root))
