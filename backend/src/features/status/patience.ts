// Asking what may not answer: the status is told in any case.
import type { StatusState } from '../../../contract/status.ts'

const PATIENCE_MS = 3_000

/** What is answered within three seconds; null for what is not, or fails. */
export async function answerOrNull<T>(ask: () => Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => { timer = setTimeout(() => resolve(null), PATIENCE_MS) })
  try {
    return await Promise.race([ask(), late])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** Whether something answers, and how many milliseconds it took. */
export async function measure(ping: () => Promise<unknown>): Promise<{ state: StatusState; ms?: number }> {
  const began = performance.now()
  const hasAnswered = await answerOrNull(async () => {
    await ping()
    return true
  })
  return hasAnswered ? { state: 'ok', ms: Math.round(performance.now() - began) } : { state: 'failing' }
}
