import { useEffect, useEffectEvent } from 'react'

/**
 * The page's full screen while something is on. Leaving full screen turns it off, and turning it off leaves full
 * screen. Returns what enters it; where a browser has none, nothing happens.
 */
export function useOwnFullScreen(isOn: boolean, onLeft: () => void): () => void {
  const handleLeft = useEffectEvent(onLeft)
  useEffect(() => {
    if (!isOn) return undefined
    const listen = () => {
      if (!document.fullscreenElement) handleLeft()
    }
    document.addEventListener('fullscreenchange', listen)
    return () => {
      document.removeEventListener('fullscreenchange', listen)
      if (document.fullscreenElement) void document.exitFullscreen()
    }
  }, [isOn])
  return () => {
    if (document.fullscreenEnabled && !document.fullscreenElement)
      document.documentElement.requestFullscreen().catch(() => undefined)
  }
}
