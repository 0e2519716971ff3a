// Refreshes what a change concerns: only what is visible, once for many changes, and never while somebody is in the
// middle of something.
import { when } from 'mobx'
import type { EventFrame } from '../../../../backend/contract/events.ts'
import { Throttle } from '../../lib/throttle.ts'
import { childOf, isAtOrBelow } from '../../lib/paths.ts'
import { placeListsIn } from '../later.ts'
import type { RootStore } from '../RootStore.ts'

export type LiveChange = Pick<Extract<EventFrame, { type: 'changed' }>, 'folder' | 'names'>

/** Changes come in bursts. */
const SOON_MS = 100
/** A change further below only affects the sizes and times of folders on the screen. */
const BELOW_MS = 3_000
/** The answering replica may not have heard of the last change yet. */
const SETTLED_MS = 3_000
const LISTING_PAUSE_MS = 500
/** A listing with this many items is fetched at most once a second; a longer one less often. */
const ITEMS_PER_SECOND = 4_000
const USAGE_MS = 2_000
const USAGE_PAUSE_MS = 15_000
const TRASH_PAUSE_MS = 2_000
/** A search reads all names. */
const SEARCH_PAUSE_MS = 2_000
const SHARES_PAUSE_MS = 2_000

export class LiveRefresh {
  readonly #root: RootStore
  readonly #listing: Throttle
  readonly #trash: Throttle
  readonly #usage: Throttle
  readonly #versions: Throttle
  readonly #search: Throttle
  readonly #shares: Throttle
  readonly #settled = new Map<Throttle, ReturnType<typeof setTimeout>>()

  constructor(root: RootStore, isVisible: () => boolean) {
    this.#root = root
    const { listing, usage, shares, ui, drag, later } = root
    // Items in a dialog or in a drag must not change, and nobody sees a page in the background.
    const isFree = () => isVisible() && ui.dialogs.length === 0 && !drag.isActive
    const whenFree = (work: () => Promise<unknown> | undefined) => async () => {
      await when(isFree)
      await work()
    }
    this.#listing = new Throttle(
      whenFree(() => listing.refresh()),
      () => Math.max(LISTING_PAUSE_MS, (listing.items.length / ITEMS_PER_SECOND) * 1000),
    )
    this.#trash = new Throttle(
      whenFree(() => later.trash?.refresh()),
      () => TRASH_PAUSE_MS,
    )
    this.#usage = new Throttle(
      whenFree(() => usage.refresh()),
      () => USAGE_PAUSE_MS,
    )
    this.#search = new Throttle(
      whenFree(() => later.search?.refresh()),
      () => SEARCH_PAUSE_MS,
    )
    this.#shares = new Throttle(
      whenFree(() => shares.loadOwn()),
      () => SHARES_PAUSE_MS,
    )
    this.#versions = new Throttle(
      whenFree(() => later.versions?.refresh()),
      () => LISTING_PAUSE_MS,
    )
  }

  change(change: LiveChange): void {
    const { folder, names } = change
    const { listing, shares, settings, later, shownSearch } = this.#root
    if (touches(change, listing.folder)) this.#askTwice(this.#listing)
    else if (isAtOrBelow(folder, listing.folder)) this.#listing.ask(BELOW_MS)
    const path = later.versions?.list.of ?? null
    if (
      path !== null &&
      (names.length === 0 ? isAtOrBelow(path, folder) : names.some((name) => path === childOf(folder, name)))
    )
      this.#versions.ask(SOON_MS)
    const searched = shownSearch?.from
    if (searched !== undefined && (isAtOrBelow(folder, searched) || touches(change, searched)))
      this.#askTwice(this.#search)
    // A link follows a moved target, and ends with a deleted one.
    if ([...shares.ownByPath.keys()].some((path) => touches(change, path) || isAtOrBelow(path, folder)))
      this.#shares.ask(SOON_MS)
    for (const list of placeListsIn(later)) list.noteChange(folder)
    if (later.trash?.isShown === true) this.#trash.ask(SOON_MS)
    // The shared folder does not count towards anybody's usage.
    if (settings.SharedFolder === '' || !isAtOrBelow(folder, `/${settings.SharedFolder}`)) this.#usage.ask(USAGE_MS)
  }

  refreshListing(): void {
    this.#listing.ask(SOON_MS)
  }

  /** It is unknown what was missed. */
  refreshAll(): void {
    this.refreshListing()
    for (const list of placeListsIn(this.#root.later)) void list.refresh()
    void this.#root.later.imports?.refresh()
    this.#trash.ask(SOON_MS)
    this.#versions.ask(SOON_MS)
    this.#search.ask(SOON_MS)
    this.#shares.ask(SOON_MS)
    this.#usage.ask(USAGE_MS)
    void this.#root.operations.refresh()
  }

  stop(): void {
    for (const timer of this.#settled.values()) clearTimeout(timer)
    for (const look of [this.#listing, this.#trash, this.#usage, this.#versions, this.#search, this.#shares])
      look.stop()
  }

  #askTwice(look: Throttle): void {
    look.ask(SOON_MS)
    clearTimeout(this.#settled.get(look))
    this.#settled.set(
      look,
      setTimeout(() => look.ask(0), SETTLED_MS),
    )
  }
}

/** Whether a change concerns the items of a folder or the folder itself: it, or a parent, appeared or disappeared. */
function touches({ folder, names }: LiveChange, open: string): boolean {
  if (folder === open) return true
  if (names.length === 0) return isAtOrBelow(open, folder)
  return names.some((name) => isAtOrBelow(open, childOf(folder, name)))
}
