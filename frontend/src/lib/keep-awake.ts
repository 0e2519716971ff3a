// Keeps a phone's screen on while something runs that the phone would stop when it goes dark (Screen Wake Lock API,
// where there is one).

let isWanted = false
let lock: WakeLockSentinel | null = null

/** Only under a finger: a desk's screen may go dark, its uploads go on. */
export function keepAwake(isBusy: boolean): void {
  isWanted = isBusy && window.matchMedia('(pointer: coarse)').matches
  if (isWanted) {
    document.addEventListener('visibilitychange', hold)
    void hold()
  } else {
    document.removeEventListener('visibilitychange', hold)
    void lock?.release()
    lock = null
  }
}

/** The browser lets go whenever the page is hidden, so it is asked again each time it is shown. */
async function hold(): Promise<void> {
  if (!isWanted || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
  // Refused on low battery; the upload goes on as long as the screen does.
  const held = await navigator.wakeLock.request('screen').catch(() => null)
  if (isWanted) lock = held
  else void held?.release()
}
