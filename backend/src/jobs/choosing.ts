// Which job a worker takes next.
import { isHeld } from './model.ts'
import type { Job, JobLimits } from './types.ts'

/**
 * The next job to take, or null. Jobs whose leftovers are to be removed come first; they count towards nobody's share.
 * Then comes the owner with the fewest running jobs: first the jobs that a lost worker has left, then by their place.
 */
export function nextJob(jobs: readonly Job[], { running, each }: JobLimits, now: number): Job | null {
  const held = jobs.filter((job) => job.state === 'running' && isHeld(job, now))
  const free = jobs.filter((job) => !isHeld(job, now) && job.notBefore <= now)
  const cancelled = free.find(({ state }) => state === 'cancelled')
  if (cancelled) return cancelled
  if (held.length >= running) return null
  const counts = new Map<number, number>()
  for (const { owner } of held) counts.set(owner, (counts.get(owner) ?? 0) + 1)
  const countOf = ({ owner }: Job) => counts.get(owner) ?? 0
  const ready = free.filter((job) => (job.state === 'waiting' || job.state === 'running') && countOf(job) < each)
  return ready.toSorted((a, b) => countOf(a) - countOf(b) || rank(a) - rank(b) || a.place - b.place)[0] ?? null
}

/** Whether a job keeps another one, which waits, from being run. */
export function isPlaceWanted(
  jobs: readonly Job[],
  { id, limits, now }: { id: string; limits: JobLimits; now: number },
): boolean {
  const others = jobs.filter(({ _id }) => _id !== id)
  return nextJob(jobs, limits, now) === null && nextJob(others, limits, now) !== null
}

const rank = ({ state }: Job): number => (state === 'running' ? 0 : 1)
