// The resident memory of processes while something runs.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const EVERY_MS = 200
export const MIB = 1024 * 1024

/** The resident bytes of a process (`ps` reports KiB). */
export function residentBytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024
}

/** The cost of a task: its time, the memory of the process before it, the maximum during it, and the difference. */
export interface Measurement {
  seconds: number
  before: number
  peak: number
  growth: number
}

/** Runs a task and measures a process; of several processes, the one that grows most. In bytes. */
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

/**
 * The bytes that belong to a process alone. Shared memory (its program and libraries) is left out, because how much of
 * it is resident depends on what else the machine does (proc(5), RssAnon and RssShmem in KiB). 0 for a process that has
 * ended.
 */
function heldBytes(pid: number): number {
  try {
    const held = readFileSync(`/proc/${pid}/status`, 'latin1').matchAll(/^Rss(?:Anon|Shmem):\s*(\d+) kB$/gm)
    return held.reduce((sum, [, kib]) => sum + Number(kib) * 1024, 0)
  } catch {
    return 0
  }
}

/** The most private memory that any of some short-lived processes had while a task ran, in bytes. */
export async function mostHeld(pids: () => readonly number[], task: () => Promise<unknown>): Promise<number> {
  let most = 0
  const look = () => {
    most = Math.max(most, ...pids().map(heldBytes))
  }
  const watch = setInterval(look, CHILDREN_EVERY_MS)
  await task().finally(() => clearInterval(watch))
  return most
}

export const inMiB = (bytes: number): string => `${(bytes / MIB).toFixed(0)} MiB`
