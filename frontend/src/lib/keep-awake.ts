// Keeps the screen on while something runs that would suffer if it turned off (Screen Wake Lock API, where available).

const wishes = new Set<string>()
let lock: WakeLockSentinel | null = null

/** Keeps the screen on as long as anything wishes it. `reason` names who wishes. */
export function keepAwake(reason: string, isWished: boolean): void {
  if (isWished) wishes.add(reason)
  else wishes.delete(reason)
  if (wishes.size > 0) {
    document.addEventListener('visibilitychange', hold)
    void hold()
  } else {
    document.removeEventListener('visibilitychange', hold)
    void lock?.release()
    lock = null
  }
}

const isHeld = (): boolean => lock !== null && !lock.released

/** The browser releases the lock when the page is hidden, so it is requested again when the page is shown. */
async function hold(): Promise<void> {
  if (document.visibilityState !== 'visible' || !('wakeLock' in navigator) || isHeld()) return
  // Refused on low battery. What runs then goes on only while the screen is on.
  const held = await navigator.wakeLock.request('screen').catch(() => null)
  if (wishes.size > 0 && !isHeld()) lock = held
  else void held?.release()
}
