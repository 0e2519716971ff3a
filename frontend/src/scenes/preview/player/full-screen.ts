import { useSyncExternalStore } from 'react'

/** Safari on phones allows full screen only for videos, and only with a method of its own. */
type PhoneFilm = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/**
 * Enters or leaves full screen. On the stage, which covers the page, the whole page becomes full screen: menus and
 * messages stay visible, and the next file stays in full screen.
 */
export async function toggleFullScreen(player: HTMLElement | null): Promise<void> {
  if (document.fullscreenElement) return document.exitFullscreen()
  const whole = player?.closest('.stage') ? document.documentElement : player
  if (document.fullscreenEnabled) return whole?.requestFullscreen()
  player?.querySelector<PhoneFilm>('video')?.webkitEnterFullscreen?.()
}

const subscribe = (changed: () => void) => {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

export const useIsFullScreen = (): boolean => useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
