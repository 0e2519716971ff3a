import { reaction } from 'mobx'
import { useEffect } from 'react'
import { remindersOf } from '../../stores/RemindersStore.ts'
import { useRoot } from '../../stores/useRoot.ts'

/**
 * Has the icon of the installed page show how many reminders are due and uploads are unfinished, where the browser and
 * the system can. This is the one place that counts.
 */
export function useBadge(): void {
  const root = useRoot()
  useEffect(() => {
    const { queue } = root.uploads
    const stop = reaction(() => remindersOf(root).shown.length + queue.active.length + queue.countWaiting, setBadge, {
      fireImmediately: true,
    })
    return () => {
      stop()
      setBadge(0)
    }
  }, [root])
}

/** 0 shows none. A page that is not installed has no icon to show it on. */
function setBadge(count: number): void {
  const { setAppBadge } = navigator as Partial<Navigator>
  void setAppBadge?.call(navigator, count).catch(() => undefined)
}
