// Looks that follow announcements, which come in bunches: one look runs at a time, and another one follows after the
// last announcement.
import pLimit from 'p-limit'

/** Returns what asks for a look. `onError` is told of a look that fails. */
export function oneLookAtATime(look: () => Promise<void>, onError: (error: unknown) => void): () => void {
  const inTurn = pLimit(1)
  return () => {
    // One that has not begun yet will see everything.
    if (inTurn.pendingCount === 0) inTurn(look).catch(onError)
  }
}
