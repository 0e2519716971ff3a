import { makeAutoObservable, observableRef } from 'mobx'
import type { Item } from '../../../../backend/contract/resources.ts'

/** A guest's selection in a folder, by name. */
export class GuestSelection {
  /** Whether selecting is switched on. */
  isActive = false
  names: ReadonlySet<string> = new Set()
  readonly #items: () => readonly Item[]

  /** @param items the items that can be selected */
  constructor(items: () => readonly Item[]) {
    this.#items = items
    makeAutoObservable(this, { names: observableRef }, { autoBind: true })
  }

  /** The selected items, in the order of the folder. */
  get items(): readonly Item[] {
    return this.#items().filter(({ name }) => this.names.has(name))
  }

  get isAll(): boolean {
    return this.names.size === this.#items().length
  }

  start(): void {
    this.isActive = true
  }

  stop(): void {
    this.isActive = false
    this.names = new Set()
  }

  toggle(name: string): void {
    const names = new Set(this.names)
    if (!names.delete(name)) names.add(name)
    this.names = names
  }

  /** Selects everything, or nothing if everything is selected. */
  toggleAll(): void {
    this.names = this.isAll ? new Set() : new Set(this.#items().map(({ name }) => name))
  }
}
