// The resident memory of a process while something runs.
import { execFileSync } from 'node:child_process'

const EVERY_MS = 200
const MIB = 1024 * 1024

/** Resident bytes of a process (`ps` tells KiB). */
export function residentBytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024
}

/** What a task took: its time, and how far the process's memory grew above what it had before. */
export interface Measurement { seconds: number; before: number; growth: number }

/** Runs a task and watches a process meanwhile. Bytes. */
export async function measure(pid: number, task: () => Promise<void>): Promise<Measurement> {
  const before = residentBytes(pid)
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, residentBytes(pid))
  }, EVERY_MS)
  const began = performance.now()
  try {
    await task()
  } finally {
    clearInterval(watch)
  }
  return { seconds: (performance.now() - began) / 1000, before, growth: peak - before }
}

export const inMiB = (bytes: number): string => `${(bytes / MIB).toFixed(0)} MiB`
