import { reaction } from 'mobx'
import { useEffect } from 'react'
import { useRoot } from '../../stores/useRoot.ts'

const EVERY_MS = 15_000
/** While the server reports changes, this is only a safety net. */
const EVERY_LIVE_MS = 120_000
/** A folder with this many items is fetched every 15 s; with twice as many, half as often. */
const ITEMS_AT_FULL_PACE = 4000

/**
 * Refreshes the folder, the search above it and the marks of links while they are visible: when the window gets the
 * focus, and from time to time.
 */
export function useQuietRefresh(): void {
  const { listing, shares, live, ui, later } = useRoot()
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
      // The items in an open dialog must not change.
      if (document.visibilityState === 'visible' && ui.dialogs.length === 0) {
        void listing.refresh()
        void later.search?.refresh()
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
  }, [listing, shares, live, ui, later])
}
