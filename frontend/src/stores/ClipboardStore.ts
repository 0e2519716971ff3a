// What was cut or copied, until it is pasted.
import { makeAutoObservable, observableRef } from 'mobx'
import type { Item } from '../../../backend/contract/resources.ts'
import { parentOf } from '../lib/paths.ts'
import { topmost } from '../lib/item-paths.ts'
import type { RootStore } from './RootStore.ts'
import { rememberBlank, type Store } from './forgetting.ts'

export class ClipboardStore implements Store {
  kind: 'copy' | 'cut' = 'copy'
  items: readonly Item[] = []
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

  get isEmpty(): boolean {
    return this.items.length === 0
  }

  take(kind: 'copy' | 'cut'): void {
    this.kind = kind
    this.items = topmost(this.#root.chosen.items)
  }

  isCut(path: string): boolean {
    return this.kind === 'cut' && this.items.some((item) => item.path === path)
  }

  clear(): void {
    this.items = []
  }

  /**
   * Pastes into a folder. In its own folder a copy gets a new name, and a cut changes nothing. Elsewhere the clipboard
   * is empty after pasting a cut.
   */
  async paste(destination: string): Promise<void> {
    const { kind, items } = this
    if (kind === 'copy') return this.#root.transfers.run({ kind, items, destination })
    if (items.every(({ path }) => parentOf(path) === destination)) return
    this.clear()
    await this.#root.transfers.run({ kind: 'move', items, destination })
  }
}
