// The tree of folders in which a person chooses a destination. Each folder is fetched when it is opened.
import { flow, makeAutoObservable, observableRef } from 'mobx'
import type { Resource } from '../../../backend/contract/resources.ts'
import { isFolderResource } from '../../../backend/contract/resource-kinds.ts'
import type { Api } from '../api/index.ts'
import { collatorOf } from '../lib/collation.ts'
import { childOf, nameOf, parentOf, segmentsOf } from '../lib/paths.ts'

export interface FolderRow {
  path: string
  /** '' for the root. */
  name: string
  /** 0 for the root. */
  depth: number
  isOpen: boolean
  /** A folder that has not been fetched may contain others. */
  mayHoldFolders: boolean
  /** Its position among its siblings, from 1, and their number. */
  position: number
  siblings: number
}

export class FolderTreeStore {
  /** The chosen folder, which has the keyboard focus. */
  active: string
  /** If not empty, only folders with this text in their name are shown. */
  filter = ''
  error: unknown = null
  /** The paths of the folders in each fetched folder. */
  children: ReadonlyMap<string, readonly string[]> = new Map()
  opened: ReadonlySet<string> = new Set()
  readonly #api: Pick<Api['resources'], 'get'>

  /** @param start the folder that is active at first */
  constructor(api: Pick<Api['resources'], 'get'>, start: string) {
    this.#api = api
    this.active = start
    makeAutoObservable(
      this,
      { children: observableRef, opened: observableRef, error: observableRef, reload: false },
      { autoBind: true },
    )
  }

  /** Every visible folder, from the top. */
  get rows(): readonly FolderRow[] {
    const wanted = this.filter.trim().toLocaleLowerCase()
    if (wanted === '') return this.#rowsBelow(this.#row('/', { depth: 0, position: 1, siblings: 1 }))
    const known = ['/', ...[...this.children.values()].flat()]
    const found = known.filter((path) => nameOf(path).toLocaleLowerCase().includes(wanted))
    return found.map((path, index) => ({
      ...this.#row(path, { depth: 0, position: index + 1, siblings: found.length }),
      isOpen: false,
    }))
  }

  /** Fetches the root and all folders that lead to the active one, so that it is visible. */
  async start(): Promise<void> {
    const way = segmentsOf(this.active).reduce<string[]>(
      (paths, name) => [...paths, childOf(paths.at(-1) ?? '/', name)],
      ['/'],
    )
    await Promise.all(way.map((path) => this.open(path)))
  }

  /** Chooses any folder, and opens all folders above it. */
  async goTo(path: string): Promise<void> {
    this.filter = ''
    this.active = path
    await this.start()
  }

  async open(path: string): Promise<void> {
    this.opened = new Set([...this.opened, path])
    if (!this.children.has(path)) await this.reload(path)
  }

  close(path: string): void {
    this.opened = new Set([...this.opened].filter((other) => other !== path))
  }

  readonly reload = flow(function* reload(
    this: FolderTreeStore,
    path: string,
  ): Generator<Promise<Resource>, void, Resource> {
    try {
      const resource = yield this.#api.get(path)
      const names = isFolderResource(resource)
        ? resource.items.filter((item) => item.isDir).map((item) => item.name)
        : []
      names.sort(collatorOf('base').compare)
      this.children = new Map([...this.children, [path, names.map((name) => childOf(path, name))]])
      this.error = null
    } catch (error) {
      this.error = error
    }
  })

  choose(path: string): void {
    this.active = path
  }

  setFilter(filter: string): void {
    this.filter = filter
    const [first] = this.rows
    if (first && !this.rows.some(({ path }) => path === this.active)) this.active = first.path
  }

  /** Moves by `step` rows, or to an end (±Infinity). */
  step(step: number): void {
    const at = this.rows.findIndex(({ path }) => path === this.active)
    const to = Math.max(0, Math.min(this.rows.length - 1, at + step))
    const row = this.rows[to]
    if (row) this.active = row.path
  }

  /** Arrow right: opens the folder, or goes to its first child if it is open. */
  async goIn(): Promise<void> {
    if (!this.opened.has(this.active)) await this.open(this.active)
    else this.active = this.children.get(this.active)?.[0] ?? this.active
  }

  /** Arrow left: closes the folder, or goes to its parent if it is closed. */
  goOut(): void {
    if (this.opened.has(this.active) && (this.children.get(this.active)?.length ?? 0) > 0 && this.active !== '/')
      this.close(this.active)
    else this.active = parentOf(this.active)
  }

  #row(path: string, place: Pick<FolderRow, 'depth' | 'position' | 'siblings'>): FolderRow {
    return {
      ...place,
      path,
      name: nameOf(path),
      isOpen: this.opened.has(path),
      mayHoldFolders: this.children.get(path)?.length !== 0,
    }
  }

  #rowsBelow(row: FolderRow): FolderRow[] {
    const inside = row.isOpen ? (this.children.get(row.path) ?? []) : []
    const place = { depth: row.depth + 1, siblings: inside.length }
    return [
      row,
      ...inside.flatMap((path, index) => this.#rowsBelow(this.#row(path, { ...place, position: index + 1 }))),
    ]
  }
}
