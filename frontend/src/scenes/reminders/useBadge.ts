import { useEffect } from 'react'

/** Has the icon of the installed page show a number, where the browser and the system can; 0 shows none. */
export function useBadge(count: number): void {
  useEffect(() => {
    const { setAppBadge } = navigator as Partial<Navigator>
    // A page that is not installed has no icon to show it on.
    void setAppBadge?.call(navigator, count).catch(() => undefined)
  }, [count])
  useEffect(() => () => void (navigator as Partial<Navigator>).clearAppBadge?.().catch(() => undefined), [])
}
