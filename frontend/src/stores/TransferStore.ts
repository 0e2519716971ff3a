// Moving and copying: what is running, and what it changes in the page.
import { makeAutoObservable, runInAction } from 'mobx'
import type { Item } from '../../../backend/contract/resources.ts'
import { fetchPart } from '../lib/fetch-part.ts'
import { isAtOrBelow, parentOf } from '../lib/paths.ts'
import { prefetched } from '../lib/prefetch.ts'
import { rememberBlank, type Store } from './forgetting.ts'
import type { RootStore } from './RootStore.ts'

export interface Transfer {
  kind: 'move' | 'copy'
  items: readonly Item[]
  /** The destination folder. A copy into an item's own folder gets the next free name, and nobody is asked. */
  destination: string
  /** Whether the folder was created for the items, so that undoing deletes it. */
  isNewFolder?: boolean
}

const whenNeeded = prefetched(() => fetchPart(() => import('./transfers/TransferRun.ts')))

export class TransferStore implements Store {
  /** How many are under way, for the warning before leaving. */
  running = 0
  readonly #root: RootStore
  readonly #blank: () => void

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, {}, { autoBind: true })
    this.#blank = rememberBlank(this)
  }

  /** Forgets everything, as when another person signs in. */
  forget(): void {
    this.#blank()
  }

  /** Whether items may be dropped into a folder: not into their own folder, and not into themselves. */
  canMoveTo(items: readonly Item[], destination: string): boolean {
    return (
      items.length > 0 &&
      items.every((item) => parentOf(item.path) !== destination && !(item.isDir && isAtOrBelow(destination, item.path)))
    )
  }

  /** Moves or copies, and reports the result in a toast. Never throws. */
  async run(transfer: Transfer): Promise<void> {
    const { toasts, listing, later } = this.#root
    const before = this.#shownIn(transfer.destination)
    this.running += 1
    try {
      const { TransferRun } = await whenNeeded.load()
      await new TransferRun(this.#root).run(transfer)
    } catch (error) {
      toasts.error(error)
    } finally {
      runInAction(() => {
        this.running -= 1
      })
      await Promise.all([listing.refresh(), later.search?.refresh()])
      // Selects what was added, whatever its names are.
      if (before !== null && this.#shownIn(transfer.destination) !== null)
        this.#root.selection.pickWhere(({ name }) => !before.has(name))
    }
  }

  /** The names in the folder if it is the current one; otherwise null. */
  #shownIn(folder: string): ReadonlySet<string> | null {
    const { listing } = this.#root
    return listing.isKnown && listing.folder === folder ? new Set(listing.all.map(({ name }) => name)) : null
  }
}
