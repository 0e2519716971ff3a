// How much memory processes take while something goes on (Linux: VmRSS of /proc).
import { readFileSync } from 'node:fs'
import type { Replica } from '../../helpers/nido.ts'

const LOOK_MS = 200
const megabytesOf = ({ pid }: Replica): number => Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** By how many MiB any of the processes was larger than before, at most. */
export async function growthDuring(replicas: readonly Replica[], work: () => Promise<void>): Promise<number> {
  const before = replicas.map(megabytesOf)
  let most = 0
  const look = () => { most = Math.max(most, ...replicas.map((replica, index) => megabytesOf(replica) - (before[index] ?? 0))) }
  const looking = setInterval(look, LOOK_MS)
  try {
    await work()
    look()
  } finally {
    clearInterval(looking)
  }
  return most
}
