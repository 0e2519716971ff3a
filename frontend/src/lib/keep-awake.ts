// Keeps a phone's screen on while something runs that the phone would stop when the screen turns off (Screen Wake Lock
// API, where available).

let isWanted = false
let lock: WakeLockSentinel | null = null

/** Only on touch devices: on a desktop the screen may turn off, and uploads continue. */
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

/** The browser releases the lock when the page is hidden, so it is requested again when the page is shown. */
async function hold(): Promise<void> {
  if (!isWanted || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
  // Refused on low battery. The upload then continues only while the screen is on.
  const held = await navigator.wakeLock.request('screen').catch(() => null)
  if (isWanted) lock = held
  else void held?.release()
}
