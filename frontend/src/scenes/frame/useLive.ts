import { useEffect } from 'react'
import { useRoot } from '../../stores/useRoot.ts'

/**
 * Receives changes while somebody is signed in. It reconnects at once when the page becomes visible or the network
 * returns.
 */
export function useLive(): void {
  const { live, session } = useRoot()
  const userId = session.user?.id
  useEffect(() => {
    if (userId === undefined) return
    live.start()
    const look = () => live.setVisible(document.visibilityState === 'visible')
    look()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', live.reconnect)
    const hear = ({ type }: Event) => live.setOnline(type === 'online')
    window.addEventListener('online', hear)
    window.addEventListener('offline', hear)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', live.reconnect)
      window.removeEventListener('online', hear)
      window.removeEventListener('offline', hear)
      live.stop()
    }
  }, [live, userId])
}
