// The selected rows, and the row with the keyboard focus. Both are stored by key, so that they survive sorting and new
// rows.
import { makeAutoObservable, observableRef, reaction } from 'mobx'
import { rememberBlank, type Store } from './forgetting.ts'

/** The rows of a screen, as the selection sees them. */
export interface SelectableRows<Row> {
  /** In display order. */
  readonly sorted: readonly Row[]
  /** The position of each row in `sorted`, by its key. */
  readonly positions: ReadonlyMap<string, number>
  /** Whether the rows are loaded. While they are not, nothing is deselected. */
  readonly isKnown: boolean
}

export interface PickModifiers {
  /** Ctrl or Cmd: adds to the selection, or removes from it. */
  add: boolean
  /** Shift: selects everything between the anchor and this row. */
  range: boolean
}

export class SelectionStore<Row extends { name: string; size: number }> implements Store {
  names: ReadonlySet<string> = new Set()
  /** Whether clicks and taps select, even if nothing is selected. */
  isPicking = false
  /** The row that has the focus, or would have it. */
  focused: string | null = null
  /** Where a range begins. */
  anchor: string | null = null
  /** Names to select and scroll to as soon as they are listed. */
  awaited: readonly string[] = []
  /** Grows when the focused row has to be scrolled into view. */
  reveals = 0
  readonly #rows: () => SelectableRows<Row>
  /** A row's key among the others: its name in a folder. */
  readonly keyOf: (row: Row) => string
  readonly #blank: () => void

  constructor(rows: () => SelectableRows<Row>, keyOf: (row: Row) => string) {
    this.#rows = rows
    this.keyOf = keyOf
    makeAutoObservable<this>(this, { names: observableRef, awaited: observableRef, keyOf: false }, { autoBind: true })
    this.#blank = rememberBlank(this)
    reaction(
      () => (rows().isKnown ? rows().positions : null),
      (now, before) => now !== null && this.#prune(before?.get(this.focused ?? '') ?? -1),
    )
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.#blank()
  }

  /** All rows, in display order. */
  get rows(): readonly Row[] {
    return this.#rows().sorted
  }

  get count(): number {
    return this.names.size
  }

  /** Whether rows show their check boxes. */
  get isActive(): boolean {
    return this.isPicking || this.names.size > 0
  }

  get items(): readonly Row[] {
    if (this.names.size === 0) return []
    return this.rows.filter((row) => this.names.has(this.keyOf(row)))
  }

  /** The one selected item; null for none or several. */
  get only(): Row | null {
    return this.names.size === 1 ? (this.items[0] ?? null) : null
  }

  /** The bytes of the selection. */
  get size(): number {
    return this.items.reduce((sum, { size }) => sum + size, 0)
  }

  /** The position of the focused row; -1 for none. */
  get focusedPosition(): number {
    return this.focused === null ? -1 : (this.#rows().positions.get(this.focused) ?? -1)
  }

  has(name: string): boolean {
    return this.names.has(name)
  }

  /** Applies a click on a row, or a moved focus. */
  pick(name: string, { add, range }: PickModifiers): void {
    if (range) this.pickRange(name, add)
    else if (add) this.toggle(name)
    else this.pickOnly(name)
  }

  pickOnly(...names: readonly string[]): void {
    this.names = new Set(names)
    this.focused = names[0] ?? null
    this.anchor = this.focused
  }

  toggle(name: string): void {
    const names = new Set(this.names)
    if (!names.delete(name)) names.add(name)
    this.names = names
    this.focused = name
    this.anchor = name
  }

  /** Selects from the anchor to a name; with `add`, in addition to the selection. The anchor stays. */
  pickRange(name: string, add: boolean): void {
    const { positions, sorted } = this.#rows()
    const to = positions.get(name)
    if (to === undefined) return
    const from = positions.get(this.anchor ?? name) ?? to
    const run = sorted.slice(Math.min(from, to), Math.max(from, to) + 1).map(this.keyOf)
    this.names = new Set(add ? [...this.names, ...run] : run)
    this.anchor = this.#keyAt(from) ?? name
    this.focused = name
  }

  pickAll(): void {
    this.names = new Set(this.rows.map(this.keyOf))
  }

  /** Selects the rows that are not selected, and deselects the others. */
  invert(): void {
    this.names = new Set(this.rows.map(this.keyOf).filter((name) => !this.names.has(name)))
  }

  /** Selects these rows instead of the previous ones. */
  pickThese(names: Iterable<string>): void {
    this.names = new Set(names)
  }

  /** Makes clicks and taps select until the selection is cleared. */
  startPicking(): void {
    this.isPicking = true
  }

  /** Selects the wanted rows and scrolls to the first one. If there are none, nothing changes. */
  pickWhere(isWanted: (row: Row) => boolean): void {
    const found = this.rows.filter(isWanted).map(this.keyOf)
    const [first] = found
    if (first === undefined) return
    this.names = new Set(found)
    this.focused = first
    this.anchor = first
    this.reveals += 1
  }

  /** Moves the keyboard focus without selecting. */
  focus(name: string): void {
    this.focused = name
  }

  /** Selects a row by its position and moves the keyboard focus to it, if there is such a row. */
  pickAt(position: number): void {
    const name = this.#keyAt(position)
    if (name === null) return
    this.pickOnly(name)
    this.reveals += 1
  }

  clear(): void {
    this.names = new Set()
    this.anchor = null
    this.isPicking = false
  }

  /** Selects names and scrolls the first one into view, now or as soon as they are listed. */
  reveal(...names: readonly string[]): void {
    this.awaited = names
    if (this.#rows().isKnown) this.#prune(this.focusedPosition)
  }

  /** Starts again in another folder. An awaited name may be there. */
  leave(): void {
    this.clear()
    this.focused = null
  }

  /** Selects what has arrived. Not on touch screens, where that would start a selection nobody asked for. */
  welcome(names: readonly string[]): void {
    const isTouched = globalThis.matchMedia?.('(pointer: coarse)').matches ?? false
    if (names.length > 0 && !isTouched) this.reveal(...names)
  }

  /** Like `reveal`, for names in the folder that is opened next. */
  await(...names: readonly string[]): void {
    this.awaited = names
  }

  /**
   * Removes names that are no longer listed. If the focused row is gone, the one in its place gets the focus; `before`
   * is its old position.
   */
  #prune(before: number): void {
    const { positions, sorted } = this.#rows()
    if ([...this.names].some((name) => !positions.has(name)))
      this.names = new Set([...this.names].filter((name) => positions.has(name)))
    if (this.anchor !== null && !positions.has(this.anchor)) this.anchor = null
    const come = this.awaited.filter((name) => positions.has(name))
    if (come.length > 0) {
      this.pickOnly(...come)
      this.awaited = []
      this.reveals += 1
    } else if (this.focused !== null && !positions.has(this.focused)) {
      this.focused = this.#keyAt(Math.min(before, sorted.length - 1))
      this.reveals += 1
    }
  }

  #keyAt(position: number): string | null {
    const row = this.rows[position]
    return row === undefined ? null : this.keyOf(row)
  }
}
