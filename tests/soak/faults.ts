// The faults of a round: a process or server is killed or paused in the middle of the work, or answers of S3 are lost.
import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from './random.ts'
import type { Part, Site } from './site.ts'

export type Fault =
  | { kind: 'kill' | 'sleep'; part: Part; afterRequests: number; forMs: number }
  | { kind: 'lose'; part: 's3'; afterRequests: number; forMs: number }

export const PARTS: readonly Part[] = [0, 1, 'minio', 'database']
const POLL_MS = 1
/** A process that sleeps longer than its lease of ten seconds has lost its operations. */
const LONGEST_MS = { process: 20_000, server: 8_000 }
const LOST_PART = 0.15
const CHANGES = new Set(['PUT', 'POST', 'DELETE'])

/**
 * Chooses a fault and the number of requests to S3 after which it happens. Null for a round without a fault. `only`
 * names the one part to hit, or null for any.
 */
export function planFault(random: Random, only: Part | null): Fault | null {
  const kind = random.weighed({ none: 25, kill: 30, sleep: 30, lose: 15 })
  const afterRequests = random.below(120)
  const picked = random.pick(PARTS)
  const part = only ?? picked
  const isLong = random.chance(0.25)
  const length = random.next()
  if (kind === 'none') return null
  if (kind === 'lose') return { kind, part: 's3', afterRequests, forMs: 0 }
  if (kind === 'kill') return { kind, part, afterRequests, forMs: length * 2_000 }
  const longest = typeof part === 'number' ? LONGEST_MS.process : LONGEST_MS.server
  return { kind, part, afterRequests, forMs: isLong ? 1_000 + length * (longest - 1_000) : 1_000 + length * 2_000 }
}

export function describeFault({ kind, part, afterRequests, forMs }: Fault): string {
  if (kind === 'lose') return `answers of S3 lost after ${afterRequests} requests`
  const what = typeof part === 'number' ? `API process ${part}` : part
  return `${kind} ${what} after ${afterRequests} requests to S3, for ${forMs.toFixed(0)} ms`
}

/** Causes the fault and repairs it. Returns whether the round was long enough for it. */
export async function carryOutFault(
  site: Site,
  fault: Fault,
  { round, random }: { round: Promise<unknown>; random: Random },
): Promise<boolean> {
  const first = site.proxy.asked + fault.afterRequests
  const isOver = new AbortController()
  const over = round.finally(() => isOver.abort()).catch(() => undefined)
  while (!isOver.signal.aborted && site.proxy.asked < first) await wait(POLL_MS)
  if (isOver.signal.aborted) return false
  if (fault.kind === 'lose') {
    site.proxy.lose(({ method }) => CHANGES.has(method) && random.chance(LOST_PART))
    await over
    const { lost } = site.proxy
    site.proxy.lose(null)
    return lost > 0
  }
  if (fault.kind === 'sleep') {
    site.sleep(fault.part)
    await wait(fault.forMs)
    site.wake(fault.part)
    return true
  }
  await site.kill(fault.part)
  await wait(fault.forMs)
  await site.renew(fault.part)
  return true
}
