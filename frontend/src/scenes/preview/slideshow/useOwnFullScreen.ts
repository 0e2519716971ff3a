import { useEffect, useEffectEvent, useRef } from 'react'

/** Some browsers leave full screen by Escape, and then give the key to the page, too. */
const SAME_KEY_MS = 300

export interface OwnFullScreen {
  enter(): Promise<void>
  /** Whether a key that is pressed now has just left full screen. */
  hasJustLeft(): boolean
}

/**
 * The page's full screen while something is on. Leaving full screen turns it off, and turning it off leaves full
 * screen. Where a browser has none, `enter` does nothing.
 */
export function useOwnFullScreen(isOn: boolean, onLeft: () => void): OwnFullScreen {
  const leftAt = useRef(-Infinity)
  /** Whether it was entered since it was turned on last. The browser may be slow to tell that it was left before. */
  const isOwn = useRef(false)
  const isWanted = useRef(false)
  const handleLeft = useEffectEvent(() => {
    leftAt.current = performance.now()
    onLeft()
  })
  useEffect(() => {
    if (!isOn) return undefined
    isWanted.current = true
    const listen = () => {
      if (!document.fullscreenElement && isOwn.current) handleLeft()
    }
    document.addEventListener('fullscreenchange', listen)
    return () => {
      document.removeEventListener('fullscreenchange', listen)
      if (document.fullscreenElement && isOwn.current) document.exitFullscreen().catch(() => undefined)
      isOwn.current = false
      isWanted.current = false
    }
  }, [isOn])
  return {
    async enter() {
      if (!document.fullscreenEnabled || document.fullscreenElement) return
      try {
        await document.documentElement.requestFullscreen()
        isOwn.current = isWanted.current
        if (!isOwn.current) await document.exitFullscreen()
      } catch {
        // The browser does not allow it, so the pictures stay in the window.
      }
    },
    hasJustLeft: () => performance.now() - leftAt.current < SAME_KEY_MS,
  }
}
