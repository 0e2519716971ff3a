// The resident memory of processes while something runs.
import { execFileSync } from 'node:child_process'

const EVERY_MS = 200
export const MIB = 1024 * 1024

/** Resident bytes of a process (`ps` tells KiB). */
export function residentBytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024
}

/**
 * The cost of a task: its time, the bytes of the process before, the maximum meanwhile, and the difference.
 */
export interface Measurement {
  seconds: number
  before: number
  peak: number
  growth: number
}

/** Runs a task and watches a process; of several, the one that grows most. In bytes. */
export async function measure(running: readonly { pid: number }[], task: () => Promise<void>): Promise<Measurement> {
  const processes = running.map(({ pid }) => ({ pid, before: residentBytes(pid), peak: 0 }))
  const look = () => {
    for (const process of processes) process.peak = Math.max(process.peak, residentBytes(process.pid))
  }
  const watch = setInterval(look, EVERY_MS)
  const began = performance.now()
  try {
    await task()
    look()
  } finally {
    clearInterval(watch)
  }
  const seconds = (performance.now() - began) / 1000
  const [most] = processes
    .map(({ before, peak }) => ({ seconds, before, peak, growth: peak - before }))
    .sort((a, b) => b.growth - a.growth)
  if (!most) throw new Error('there is no process to measure')
  return most
}

const CHILDREN_EVERY_MS = 5

/** The maximum resident memory of some short-lived processes while a task ran, in bytes. */
export async function mostResident(pids: () => readonly number[], task: () => Promise<unknown>): Promise<number> {
  let most = 0
  const look = () => {
    const running = pids().join(',')
    if (running === '') return
    try {
      const told = execFileSync('ps', ['-o', 'rss=', '-p', running], { encoding: 'utf8' })
      most = Math.max(
        most,
        ...told
          .trim()
          .split(/\s+/)
          .map((kib) => Number(kib) * 1024),
      )
    } catch {
      // They have just ended.
    }
  }
  const watch = setInterval(look, CHILDREN_EVERY_MS)
  await task().finally(() => clearInterval(watch))
  return most
}

export const inMiB = (bytes: number): string => `${(bytes / MIB).toFixed(0)} MiB`
