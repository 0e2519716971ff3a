import type { StatusState } from '../../../contract/status.ts'
import { withTimeout } from '../../lib/with-timeout.ts'

/** Whether something answers, and how many milliseconds it took. */
export async function measure(ping: () => Promise<unknown>): Promise<{ state: StatusState; ms?: number }> {
  const began = performance.now()
  const hasAnswered = await withTimeout(async () => {
    await ping()
    return true
  })
  return hasAnswered ? { state: 'ok', ms: Math.round(performance.now() - began) } : { state: 'failing' }
}
