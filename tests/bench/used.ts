// What processes use of the machine while something runs (proc(5)).
import { readFileSync, writeFileSync } from 'node:fs'

const EVERY_MS = 20
/** Of the times in /proc; fixed on Linux. */
const TICKS_A_SECOND = 100

/** Of all processes together, and of the largest one. */
export interface Used {
  processorSeconds: number
  memoryMiB: number
}

/** Follows processes, which may come and go. Those that run already count from now on, others from their start. */
export function watchUse(pids: () => readonly number[]): () => Used {
  const began = new Map(pids().map((pid) => [pid, processorSecondsOf(pid)]))
  const last = new Map<number, number>()
  let memoryMiB = 0
  const look = () => {
    for (const pid of pids()) {
      last.set(pid, Math.max(last.get(pid) ?? 0, processorSecondsOf(pid)))
      memoryMiB = Math.max(memoryMiB, kibOf(pid, 'VmHWM') / 1024)
    }
  }
  const timer = setInterval(look, EVERY_MS)
  return () => {
    look()
    clearInterval(timer)
    const seconds = [...last].map(([pid, now]) => now - (began.get(pid) ?? 0))
    return { processorSeconds: seconds.reduce((sum, one) => sum + one, 0), memoryMiB }
  }
}

/** The peaks of memory count from now on (proc(5), clear_refs); where that is not allowed, from the start. */
export function forgetPeaks(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      writeFileSync(`/proc/${pid}/clear_refs`, '5')
    } catch {
      // It has ended, or belongs to somebody else.
    }
  }
}

/** What the largest of some processes holds now. */
export const heldMiB = (pids: readonly number[]): number =>
  Math.max(0, ...pids.map((pid) => kibOf(pid, 'VmRSS') / 1024))

/** What some processes hold now, together. */
export const heldInAllMiB = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + kibOf(pid, 'VmRSS') / 1024, 0)

/** User and system time, with that of its ended children; 0 for a process that has ended. */
function processorSecondsOf(pid: number): number {
  // The name before the last bracket may contain spaces.
  const fields = read(pid, 'stat').split(') ').at(-1)?.split(' ').slice(11, 15) ?? []
  return fields.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND
}

function kibOf(pid: number, field: 'VmHWM' | 'VmRSS'): number {
  const [, kib = '0'] = new RegExp(`^${field}:\\s*(\\d+) kB$`, 'm').exec(read(pid, 'status')) ?? []
  return Number(kib)
}

function read(pid: number, what: 'stat' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'latin1')
  } catch {
    return ''
  }
}
