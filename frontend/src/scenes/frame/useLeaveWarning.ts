import { useEffect } from 'react'
import { useRoot } from '../../stores/useRoot.ts'

/** Warns before the page is closed while items are being moved, copied or restored one by one. */
export function useLeaveWarning(): void {
  const { transfers, later } = useRoot()
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (transfers.running + (later.restores?.running ?? 0) > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [transfers, later])
}
