// An archive that is open like a folder: the contents of one of its folders, and the open file.
import { makeAutoObservable, runInAction } from 'mobx'
import type { ArchiveFolder, ArchiveItem, ArchiveScan } from '../../../backend/contract/opened-archives.ts'
import type { Sorting } from '../../../backend/contract/users.ts'
import { createArchivesApi } from '../api/archives.ts'
import type { ApiError } from '../api/http.ts'
import { nextSorting, sortItems } from '../lib/sort-items.ts'
import { rememberBlank, type Store } from './forgetting.ts'
import { Latest } from './Latest.ts'
import type { RootStore } from './RootStore.ts'
import { SelectionStore } from './SelectionStore.ts'

/** An entry of an archive as a row. `modified` is '' if unknown, so that rows can be sorted by it. */
export type ArchiveRow = Omit<ArchiveItem, 'modified'> & { modified: string }

/** The contents of a folder in an archive; `items` has those of all pages. */
export type ArchiveContent = Omit<ArchiveFolder, 'items' | 'cursor'> & { items: readonly ArchiveRow[] }

const ASK_AGAIN_MS = 1_000
/** The most bytes of a text that are shown. */
const TEXT_MOST = 1024 * 1024

export class ArchiveStore implements Store {
  /** The archive's path; null while no archive is shown. */
  path: string | null = null
  /** The folder in the archive; '' for its root. */
  folder = ''
  /** The open file; null if there is none. */
  file: string | null = null
  sorting: Sorting = { by: 'name', asc: false }
  /** How much of a long archive the server has read; null if the archive has been read. */
  scan: ArchiveScan | null = null
  readonly content = new Latest<ArchiveContent, string>()
  readonly selection: SelectionStore<ArchiveRow>
  readonly api: ReturnType<typeof createArchivesApi>
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.api = createArchivesApi(root.api.http)
    makeAutoObservable(this, { content: false, selection: false, api: false }, { autoBind: true })
    this.selection = new SelectionStore(
      () => this,
      ({ name }) => name,
    )
    this.#blank = rememberBlank(this, ['api'])
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.leave()
    this.#blank()
  }

  get state(): 'away' | 'loading' | 'ready' | 'failed' {
    if (this.path === null) return 'away'
    if (this.content.error !== null) return 'failed'
    return this.content.value === null ? 'loading' : 'ready'
  }

  get isKnown(): boolean {
    return this.state === 'ready'
  }

  get error(): ApiError | null {
    return this.content.error
  }

  get sorted(): readonly ArchiveRow[] {
    return sortItems(this.content.value?.items ?? [], this.sorting, true)
  }

  get positions(): ReadonlyMap<string, number> {
    return new Map(this.sorted.map(({ name }, index) => [name, index]))
  }

  get numDirs(): number {
    return this.sorted.filter(({ isDir }) => isDir).length
  }

  /** The files of the folder, in the order of the rows. */
  get files(): readonly ArchiveRow[] {
    return this.sorted.filter(({ isDir }) => !isDir)
  }

  /** The open file; null if there is none, or while the folder is loading. */
  get openFile(): ArchiveRow | null {
    return this.files.find(({ path }) => path === this.file) ?? null
  }

  sortBy(by: Sorting['by']): void {
    this.sorting = nextSorting(this.sorting, by)
  }

  /** Shows a folder of an archive, and a file above it. */
  async open(path: string, { folder, file }: { folder: string; file: string | null }): Promise<void> {
    const isSame = path === this.path && folder === this.folder
    this.file = file
    if (isSame && this.state === 'ready') return
    if (!isSame) this.selection.leave()
    this.path = path
    this.folder = folder
    this.scan = null
    await this.content.load((signal) => this.#fetch(path, folder, signal), { of: `${path}?${folder}` })
  }

  /** Fetches the folder again after an error. */
  async retry(): Promise<void> {
    const { path, folder, file } = this
    this.content.forget()
    if (path !== null) await this.open(path, { folder, file })
  }

  /** Called when another screen is opened. */
  leave(): void {
    this.path = null
    this.folder = ''
    this.file = null
    this.scan = null
    this.content.forget()
    this.selection.leave()
  }

  /** Fetches the beginning of a text. @throws ApiError */
  async readText({ path: entry, size }: ArchiveRow): Promise<string> {
    // An empty file has no valid range.
    return size === 0 ? '' : this.api.text(this.path ?? '', entry, TEXT_MOST)
  }

  async #fetch(path: string, folder: string, signal: AbortSignal): Promise<ArchiveContent> {
    const items: ArchiveRow[] = []
    for (let cursor: string | undefined; ;) {
      const page = await this.api.list(path, { folder, ...(cursor !== undefined && { cursor }) }, signal)
      if (!('items' in page)) {
        if (!signal.aborted) runInAction(() => (this.scan = page))
        await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
        signal.throwIfAborted()
        continue
      }
      items.push(...page.items.map((item) => ({ ...item, modified: item.modified ?? '' })))
      if (page.cursor === null) return { ...page, items }
      cursor = page.cursor
    }
  }
}

/** The store, created when it is first used. */
export const archiveOf = (root: RootStore): ArchiveStore => (root.later.archive ??= new ArchiveStore(root))
