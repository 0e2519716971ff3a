// Copies of files. The server tells which files have the same size; their checksums tell which have the same content.
import { makeAutoObservable, runInAction } from 'mobx'
import type { Item } from '../../../backend/contract/resources.ts'
import type { SameSize } from '../../../backend/contract/storage-map.ts'
import { ApiError } from '../api/http.ts'
import { createStorageMapApi } from '../api/storage-map.ts'
import { rememberBlank, type Store } from './forgetting.ts'
import { Latest } from './Latest.ts'
import type { RootStore } from './RootStore.ts'

/** Files with the same content, the one that has not changed for longest first. */
export interface Copies {
  checksum: string
  /** Bytes of each. */
  size: number
  items: readonly Item[]
}

/** How far comparing is, in files and in bytes. */
export interface Comparing {
  files: number
  bytes: number
}

const byAge = (a: Item, b: Item): number => a.modified.localeCompare(b.modified) || a.path.localeCompare(b.path)
const freed = ({ size, items }: Pick<Copies, 'size' | 'items'>): number => size * (items.length - 1)

export class DuplicatesStore implements Store {
  readonly candidates = new Latest<readonly SameSize[]>()
  copies: readonly Copies[] = []
  /** What has been compared; null before. */
  compared: Comparing | null = null
  isComparing = false
  /** Files that could not be read: gone, or not to be downloaded. */
  unread = 0
  readonly #root: RootStore
  /** Ends the comparison that runs. */
  #run: AbortController | null = null
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { candidates: false }, { autoBind: true })
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.stop()
    this.#blank()
  }

  get state(): 'loading' | 'ready' | 'failed' {
    return this.candidates.state
  }

  /** What is to be compared. */
  get whole(): Comparing {
    const groups = this.candidates.value ?? []
    return {
      files: groups.reduce((sum, { items }) => sum + items.length, 0),
      bytes: groups.reduce((sum, { size, items }) => sum + size * items.length, 0),
    }
  }

  /** The space that deleting all copies but one would free, in bytes. */
  get freed(): number {
    return this.copies.reduce((sum, copies) => sum + freed(copies), 0)
  }

  /** Asks which files have the same size. What was compared before is forgotten. */
  async load(): Promise<void> {
    this.stop()
    this.copies = []
    this.compared = null
    const { sameSize } = createStorageMapApi(this.#root.api.http)
    await this.candidates.load(sameSize)
  }

  /** Compares the contents, one file at a time. @throws ApiError */
  async compare(): Promise<void> {
    this.stop()
    const run = new AbortController()
    this.#run = run
    this.copies = []
    this.compared = { files: 0, bytes: 0 }
    this.unread = 0
    this.isComparing = true
    try {
      for (const group of this.candidates.value ?? []) {
        if (run.signal.aborted) return
        await this.#compareGroup(group, run.signal)
      }
    } finally {
      runInAction(() => {
        if (this.#run === run) this.isComparing = false
      })
    }
  }

  stop(): void {
    this.#run?.abort()
    this.#run = null
    this.isComparing = false
  }

  /** Leaves out files that have been deleted. */
  drop(paths: readonly string[]): void {
    const gone = new Set(paths)
    const left = <T extends { items: readonly Item[] }>(groups: readonly T[]): T[] =>
      groups
        .map((group) => ({ ...group, items: group.items.filter(({ path }) => !gone.has(path)) }))
        .filter(({ items }) => items.length > 1)
    this.copies = left(this.copies)
    this.candidates.edit(left)
  }

  async #compareGroup({ size, items }: SameSize, signal: AbortSignal): Promise<void> {
    const byChecksum = new Map<string, Item[]>()
    for (const item of items) {
      const checksum = await this.#checksumOf(item)
      if (signal.aborted) return
      if (checksum !== null) byChecksum.set(checksum, [...(byChecksum.get(checksum) ?? []), item])
      this.#note(size, checksum === null)
    }
    const found = [...byChecksum]
      .filter(([, same]) => same.length > 1)
      .map(([checksum, same]): Copies => ({ checksum, size, items: same.toSorted(byAge) }))
    runInAction(() => {
      this.copies = [...this.copies, ...found].toSorted((a, b) => freed(b) - freed(a))
    })
  }

  #note(size: number, isUnread: boolean): void {
    const { files, bytes } = this.compared ?? { files: 0, bytes: 0 }
    this.compared = { files: files + 1, bytes: bytes + size }
    if (isUnread) this.unread += 1
  }

  /** Null if it cannot be read. @throws ApiError when the server cannot be reached */
  async #checksumOf({ path }: Item): Promise<string | null> {
    try {
      return (await this.#root.api.resources.checksum(path, 'sha256')) || null
    } catch (error) {
      if (error instanceof ApiError && ['notFound', 'forbidden', 'downloadDenied'].includes(error.code)) return null
      throw error
    }
  }
}

export const duplicatesOf = (root: RootStore): DuplicatesStore => (root.later.duplicates ??= new DuplicatesStore(root))
