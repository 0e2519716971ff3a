// Steps of one story: tests in their order, of which none is tried after one has failed.
import { it } from '@jest/globals'
import { environment } from '../../scripts/lib/environment.ts'

/** Why there is no cluster on this machine; empty if there is one. */
export const WHY_NOT = environment()['NIDO_NO_CLUSTER'] ?? ''

let hasFailed = false

/** Whether a step has failed so far. */
export const anyFailed = (): boolean => hasFailed

export function step(name: string, run: () => Promise<unknown>, withinMs: number): void {
  const test = WHY_NOT === '' ? it : it.skip
  test(
    name,
    async () => {
      if (hasFailed) throw new Error('not tried, since an earlier step has failed')
      // Also if it takes too long.
      hasFailed = true
      await run()
      hasFailed = false
    },
    withinMs,
  )
}
