// What the screen that is shown has told the frame: its title, its commands, and what is selected on it. The frame's
// bars, menus and keys know screens by this alone.
import { makeAutoObservable, observableRef } from 'mobx'
import type { Action } from '../actions/action.ts'
import type { Menu } from '../actions/menus.ts'
import type { Store } from './forgetting.ts'

/** What is selected on a screen, as the frame sees it. */
export interface ScreenSelection {
  readonly count: number
  /** Bytes. */
  readonly size: number
  readonly rows: readonly unknown[]
  pickAll(): void
  clear(): void
  /** The row called so is selected as soon as it is listed. */
  await(key: string): void
}

/** The address above a screen's, and what its row is called there that one comes from. */
export interface WayUp {
  to: string
  from: string
}

export interface Screen {
  /** Stands in the title of the tab before the product's name. */
  title: string
  /** Commands that keys call here, beside those that they call everywhere. */
  keys: readonly Action[]
  selection: ScreenSelection | null
  /** What can be done with a selection: on its bar, and by its menu. */
  bar: readonly Action[]
  rowMenu: Menu
  /** What can be done with the screen itself. */
  groundMenu: Menu
  /** Null at the top, and where nothing lies above. */
  up: WayUp | null
}

const NONE: Screen = {
  title: '',
  keys: [],
  selection: null,
  bar: [],
  rowMenu: [],
  groundMenu: [],
  up: null,
}

export class ScreenStore implements Screen, Store {
  /** Who shows the screen, and what; null between two screens. */
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

  get bar(): readonly Action[] {
    return this.#screen.bar
  }

  get rowMenu(): Menu {
    return this.#screen.rowMenu
  }

  get groundMenu(): Menu {
    return this.#screen.groundMenu
  }

  get up(): WayUp | null {
    return this.#screen.up
  }

  /** Takes what a screen says; what it leaves out is nothing. */
  show(by: object, screen: Partial<Screen>): void {
    this.shown = { by, screen: { ...NONE, ...screen } }
  }

  /** The screen is left. Where another one is shown already, that one stays. */
  leave(by: object): void {
    if (this.shown?.by === by) this.shown = null
  }

  get #screen(): Screen {
    return this.shown?.screen ?? NONE
  }
}
