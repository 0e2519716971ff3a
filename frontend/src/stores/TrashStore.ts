// What was deleted: the actions, newest first, and what lies in the one that is looked into.
import { makeAutoObservable, observableRef } from 'mobx'
import type { Item, Resource } from '../../../backend/contract/resources.ts'
import { isFolderResource } from '../../../backend/contract/resource-kinds.ts'
import type { Trash, TrashNote } from '../../../backend/contract/trash.ts'
import { ApiError } from '../api/http.ts'
import { childOf, nameOf } from '../lib/paths.ts'
import { sortItems } from '../lib/sort-items.ts'
import type { RootStore } from './RootStore.ts'
import { SelectionStore } from './SelectionStore.ts'
import { rememberBlank, type Store } from './forgetting.ts'

/** One row of the trash: a whole action, or something that lies in one. */
export interface TrashRow {
  /** Tells it from the other rows: a note's id, or a path in the note. */
  key: string
  note: TrashNote
  /** Path in the note; '' for all of it. */
  below: string
  /** Where it was before. */
  path: string
  name: string
  isDir: boolean
  size: number
}

/** Pages that are fetched again at most. */
const PAGES_AT_ONCE = 50

/** Troubles that pass by themselves. */
const PASSING: ReadonlySet<string> = new Set(['network', 'unavailable', 'tooManyRequests', 'locked'])

export class TrashStore implements Store {
  /** The action that is looked into; null for the list of all. */
  id: string | null = null
  /** The folder in that action; `/` for its top. */
  below = '/'
  notes: readonly TrashNote[] = []
  /** Where the next page begins; null where all are shown. */
  cursor: string | null = null
  isLoadingMore = false
  items: readonly Item[] = []
  state: 'away' | 'loading' | 'ready' | 'failed' = 'away'
  error: ApiError | null = null
  readonly selection: SelectionStore<TrashRow>
  /** Counts the opened places and the looks at them, so that an answer that comes late is passed over. */
  #looks = 0
  /** Keys of rows that are on their way out: no answer shows them before it is known how that went. */
  hidden: ReadonlySet<string> = new Set()
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    this.selection = new SelectionStore(
      () => this,
      ({ key }) => key,
    )
    makeAutoObservable(
      this,
      { notes: observableRef, items: observableRef, error: observableRef, hidden: observableRef },
      { autoBind: true },
    )
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.leave()
    this.selection.forget()
    this.#blank()
  }

  get isShown(): boolean {
    return this.state !== 'away'
  }

  /** Whether deleted things can come back at all: not on a storage that keeps no versions. */
  get isKept(): boolean {
    return this.#root.settings.RetentionDays >= 0
  }

  /** The action that is looked into. */
  get note(): TrashNote | null {
    return this.notes.find(({ id }) => id === this.id) ?? null
  }

  get sorted(): readonly TrashRow[] {
    return this.#rows.filter(({ key }) => !this.hidden.has(key))
  }

  get positions(): ReadonlyMap<string, number> {
    return new Map(this.sorted.map(({ key }, index) => [key, index]))
  }

  /** Bytes of all rows. */
  get size(): number {
    return this.sorted.reduce((sum, { size }) => sum + size, 0)
  }

  /** Whether the server is still at work on something that is shown, so that a look soon makes sense. */
  get isChanging(): boolean {
    return this.notes.some(({ pending }) => pending)
  }

  /**
   * Shows all actions, or what lies in one of them. Answers false for an action that took a single file: there is
   * nothing to look into.
   */
  async open(id: string | null, below: string): Promise<boolean> {
    if (id === this.id && below === this.below && this.state === 'ready') {
      await this.refresh()
      return true
    }
    const look = this.begin(id, below)
    const answers = await this.#fetch(id, below)
    if (look !== this.#looks) return true
    if (answers.inside?.isDir === false) return false
    this.accept(answers)
    return true
  }

  /** Fetches what is shown again; selection and scroll stay. */
  async refresh(): Promise<void> {
    if (this.state === 'away') return
    this.#looks += 1
    const look = this.#looks
    const answers = await this.#fetch(this.id, this.below)
    if (look === this.#looks) this.accept(answers)
  }

  /** Fetches the place anew after an error. */
  async retry(): Promise<void> {
    this.state = 'loading'
    await this.open(this.id, this.below)
  }

  /** Another screen is shown. */
  leave(): void {
    this.#looks += 1
    this.state = 'away'
    this.id = null
    this.below = '/'
    this.notes = []
    this.cursor = null
    this.items = []
    this.error = null
    this.selection.leave()
  }

  /** Adds the next page to the list. What fails is tried again by the next call. */
  async showMore(): Promise<void> {
    const { cursor } = this
    if (cursor === null || this.isLoadingMore || this.state !== 'ready' || this.id !== null) return
    this.setLoadingMore(true)
    const look = this.#looks
    try {
      const page = await this.#root.api.trash.list(cursor)
      if (look === this.#looks) this.append(page)
    } catch (cause) {
      this.#root.toasts.error(cause)
    } finally {
      this.setLoadingMore(false)
    }
  }

  /** Adds all pages that there are, before something is done with the whole. Ends early where one cannot be had. */
  async showAll(): Promise<void> {
    for (let before: string | null = null; this.cursor !== null && this.cursor !== before;) {
      before = this.cursor
      await this.showMore()
    }
  }

  setLoadingMore(isLoadingMore: boolean): void {
    this.isLoadingMore = isLoadingMore
  }

  append({ items, cursor }: Trash): void {
    this.notes = together([...this.notes, ...items])
    this.cursor = cursor
  }

  /** Takes rows off the screen before the server's answer confirms it. */
  hide(keys: readonly string[]): void {
    this.setHidden(new Set([...this.hidden, ...keys]))
  }

  unhide(keys: readonly string[]): void {
    const shown = new Set(keys)
    this.setHidden(new Set([...this.hidden].filter((key) => !shown.has(key))))
  }

  setHidden(hidden: ReadonlySet<string>): void {
    const before = this.selection.focusedPosition
    this.hidden = hidden
    this.selection.prune(before)
  }

  begin(id: string | null, below: string): number {
    this.#looks += 1
    this.id = id
    this.below = below
    this.items = []
    this.selection.leave()
    this.state = 'loading'
    this.error = null
    return this.#looks
  }

  accept({ list, inside, error }: Answers): void {
    const before = this.selection.focusedPosition
    this.notes = list?.items ?? this.notes
    this.cursor = list === null ? this.cursor : list.cursor
    if (error !== null) {
      // What is on the screen stays while the connection is gone; what is gone is told.
      if (this.state === 'ready' && PASSING.has(error.code)) return
      this.state = 'failed'
      this.error = error
      return
    }
    this.items = inside !== null && isFolderResource(inside) ? sortItems(inside.items, { by: 'name', asc: false }) : []
    this.state = 'ready'
    this.error = null
    this.selection.prune(before)
  }

  get #rows(): TrashRow[] {
    const { note, id } = this
    if (id === null) return this.notes.map(rowOfNote)
    return note === null ? [] : this.items.map((item) => rowOfItem(note, item))
  }

  /** As many pages as were shown before; an action that is looked into may lie further back. */
  async #list(id: string | null): Promise<Trash> {
    const { trash } = this.#root.api
    const shown = this.notes.length
    let list = await trash.list()
    const isEnough = ({ items }: Trash) =>
      items.length >= shown && (id === null || items.some((note) => note.id === id))
    for (let pages = 1; list.cursor !== null && pages < PAGES_AT_ONCE && !isEnough(list); pages += 1) {
      const next = await trash.list(list.cursor)
      list = { items: together([...list.items, ...next.items]), cursor: next.cursor }
    }
    return list
  }

  // Without the list nobody knows where an action's files were, nor who took them.
  async #fetch(id: string | null, below: string): Promise<Answers> {
    const { trash } = this.#root.api
    if (!this.isKept) return { list: { items: [], cursor: null }, inside: null, error: null }
    const [list, inside] = await Promise.allSettled([this.#list(id), id === null ? null : trash.get(id, below)])
    const failed = [list, inside].find((answer) => answer.status === 'rejected')
    return {
      list: list.status === 'fulfilled' ? list.value : null,
      inside: inside.status === 'fulfilled' ? inside.value : null,
      error: failed === undefined ? null : asApiError(failed.reason),
    }
  }
}

/** What is told of one action on two pages is one row. */
function together(notes: readonly TrashNote[]): TrashNote[] {
  const rows = new Map<string, TrashNote>()
  for (const note of notes) {
    const known = rows.get(note.id)
    rows.set(
      note.id,
      known === undefined
        ? note
        : {
            ...known,
            things: known.things + note.things,
            count: known.count + note.count,
            bytes: known.bytes + note.bytes,
          },
    )
  }
  return [...rows.values()]
}

interface Answers {
  /** Null where it could not be fetched. */
  list: Trash | null
  inside: Resource | null
  error: ApiError | null
}

const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError(500, 'internal', String(error), { cause: error })

/**
 * Whether an action's path is the folder that holds its things, and not its only thing: files that came into a folder
 * replaced some of its own.
 */
export const isHolder = ({ things, kind, isDir }: TrashNote): boolean => things > 1 || (kind === 'replace' && isDir)

/** An action as a row; one of several things goes by the name of the first. */
export function rowOfNote(note: TrashNote): TrashRow {
  const name = note.names[0] ?? nameOf(note.path)
  return {
    key: note.id,
    note,
    below: '',
    path: isHolder(note) ? childOf(note.path, name) : note.path,
    name,
    isDir: note.isDir,
    size: note.bytes,
  }
}

/** An action may have taken a file and a folder of one name: their rows have keys of their own. */
export const rowKeyOf = ({ path, isDir }: Pick<Item, 'path' | 'isDir'>): string => (isDir ? `${path}/` : path)

function rowOfItem(note: TrashNote, { path, name, isDir, size }: Item): TrashRow {
  return {
    key: rowKeyOf({ path, isDir }),
    note,
    below: path,
    path: `${note.path === '/' ? '' : note.path}${path}`,
    name,
    isDir,
    size,
  }
}
