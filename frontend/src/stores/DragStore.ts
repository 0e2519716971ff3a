// What is being dragged inside the page, and the folder under the pointer.
import { makeAutoObservable, observableRef } from 'mobx'
import type { Item } from '../../../backend/contract/resources.ts'
import { topmost } from '../lib/item-paths.ts'
import type { RootStore } from './RootStore.ts'
import { rememberBlank, type Store } from './forgetting.ts'

export class DragStore implements Store {
  items: readonly Item[] = []
  /** The folder that would accept the drop; null if none would. */
  over: string | null = null
  /** Whether Ctrl is held: copy instead of move. */
  isCopy = false
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { items: observableRef }, { autoBind: true })
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.#blank()
  }

  get isActive(): boolean {
    return this.items.length > 0
  }

  /** Starts dragging. What lies in a dragged folder comes along with it. */
  begin(items: readonly Item[]): void {
    this.items = topmost(items)
  }

  /** Sets the folder under the pointer. Returns whether it accepts the drop. */
  hover(folder: string, isCopy: boolean): boolean {
    const { session, transfers } = this.#root
    this.isCopy = isCopy && session.can('create')
    const takes = transfers.canMoveTo(this.items, folder)
    this.over = takes ? folder : null
    return takes
  }

  leave(folder: string): void {
    if (this.over === folder) this.over = null
  }

  async drop(folder: string): Promise<void> {
    const { items, isCopy } = this
    const takes = this.#root.transfers.canMoveTo(items, folder)
    this.end()
    if (takes) await this.#root.transfers.run({ kind: isCopy ? 'copy' : 'move', items, destination: folder })
  }

  end(): void {
    this.items = []
    this.over = null
    this.isCopy = false
  }
}
