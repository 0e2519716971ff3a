import { reaction } from 'mobx'
import { useEffect } from 'react'
import { useRoot } from '../../stores/useRoot.ts'

const EVERY_MS = 15_000
/** While the server tells what changes, this is only to be sure. */
const EVERY_LIVE_MS = 120_000
/** So many items are fetched every 15 s; twice as many half as often. */
const ITEMS_AT_FULL_PACE = 4000

/**
 * Fetches the folder, the search above it and the marks of links again while they are looked at: when the window comes
 * back, and from time to time.
 */
export function useQuietRefresh(): void {
  const { listing, search, shares, live, ui } = useRoot()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const plan = () => {
      clearTimeout(timer)
      timer = setTimeout(
        look,
        (live.isLive ? EVERY_LIVE_MS : EVERY_MS) * Math.max(1, listing.items.length / ITEMS_AT_FULL_PACE),
      )
    }
    const look = () => {
      // What a dialog asks about must not change under it.
      if (document.visibilityState === 'visible' && ui.dialogs.length === 0) {
        void listing.refresh()
        void search.refresh()
        void shares.loadOwn()
      }
      plan()
    }
    void shares.loadOwn()
    const stop = reaction(() => live.isLive, plan, { fireImmediately: true })
    window.addEventListener('focus', look)
    window.addEventListener('online', look)
    return () => {
      stop()
      clearTimeout(timer)
      window.removeEventListener('focus', look)
      window.removeEventListener('online', look)
    }
  }, [listing, search, shares, live, ui])
}
