// What the current screen has told the frame: its title, its commands, and its selection. This is all that the frame's
// bars, menus and keys know about screens.
import { makeAutoObservable, observableRef } from 'mobx'
import type { Item } from '../../../backend/contract/resources.ts'
import type { Action } from '../actions/action.ts'
import type { MenuActions } from '../actions/menus.ts'
import type { Store } from './forgetting.ts'

/** The selection of a screen, as the frame sees it. */
export interface ScreenSelection {
  readonly count: number
  /** Whether something is selected, or the person is about to select. */
  readonly isActive: boolean
  /** Bytes. */
  readonly size: number
  readonly rows: readonly unknown[]
  pickAll(): void
  invert(): void
  startPicking(): void
  clear(): void
  /** Selects the row with this key as soon as it is listed. */
  await(key: string): void
}

/** Selected items, for commands. */
export interface ChosenItems {
  readonly count: number
  readonly items: readonly Item[]
  /** The single selected item; null for none or several. */
  readonly only: Item | null
  pickWhere(isWanted: (item: Item) => boolean): void
}

/** The address above a screen's, and the row there that the person comes from. */
export interface WayUp {
  to: string
  from: string
}

export interface Screen {
  /** Shown in the tab's title before the product's name. */
  title: string
  /** Commands with shortcuts on this screen, beside the general ones. */
  keys: readonly Action[]
  selection: ScreenSelection | null
  /** The selected items of a screen that shows items other than those of the listing. */
  items: ChosenItems | null
  /** The commands for a selection: on its bar, and in its menu. */
  bar: readonly Action[]
  rowMenu: MenuActions
  /** The commands for the screen itself. */
  groundMenu: MenuActions
  /** Null at the top, and if there is nothing above. */
  up: WayUp | null
}

const NONE: Screen = {
  title: '',
  keys: [],
  selection: null,
  items: null,
  bar: [],
  rowMenu: [],
  groundMenu: [],
  up: null,
}

export class ScreenStore implements Screen, Store {
  /** The current screen and its owner; null between two screens. */
  shown: { by: object; screen: Screen } | null = null

  constructor() {
    makeAutoObservable(this, { shown: observableRef }, { autoBind: true })
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.shown = null
  }

  get title(): string {
    return this.#screen.title
  }

  get keys(): readonly Action[] {
    return this.#screen.keys
  }

  get selection(): ScreenSelection | null {
    return this.#screen.selection
  }

  get items(): ChosenItems | null {
    return this.#screen.items
  }

  get bar(): readonly Action[] {
    return this.#screen.bar
  }

  get rowMenu(): MenuActions {
    return this.#screen.rowMenu
  }

  get groundMenu(): MenuActions {
    return this.#screen.groundMenu
  }

  get up(): WayUp | null {
    return this.#screen.up
  }

  /** Shows a screen. Omitted fields are empty. */
  show(by: object, screen: Partial<Screen>): void {
    this.shown = { by, screen: { ...NONE, ...screen } }
  }

  /** A screen is left. If another one is already shown, that one stays. */
  leave(by: object): void {
    if (this.shown?.by === by) this.shown = null
  }

  get #screen(): Screen {
    return this.shown?.screen ?? NONE
  }
}
