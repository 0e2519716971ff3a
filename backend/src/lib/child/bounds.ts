// Starts programs that read foreign bytes: without our environment, with bounded memory and processor time.
import { execFile, spawn, type ChildProcessByStdio } from 'node:child_process'
import { readFileSync } from 'node:fs'
import os from 'node:os'
import type { Readable, Writable } from 'node:stream'

export interface BoundedProgram {
  program: string
  args: readonly string[]
  /** Where programs are looked for by name, as PATH has it. */
  searchPath: string
  /** Bytes of memory that it may fill: where the system does not hold it to that, its resident memory is watched. */
  memory: number
  /** Seconds of processor time in its whole life. */
  processorSeconds: number
  /** Whether others go first. */
  isPatient: boolean
  /** What it is told beside what every child is told. */
  environment?: Record<string, string>
}

export type Child = ChildProcessByStdio<Writable, Readable, Readable>

/** What the shell answers where there is no such program, or it cannot be run. */
export const NO_PROGRAM: readonly (number | null)[] = [126, 127]

/** Bytes that a child may fill. Pictures of 50 megapixels can be read in that, and films of 3840 × 2160. */
export const CHILD_MEMORY = 256 * 1024 * 1024

// The shell only sets limits and becomes the program: same process, same pipes. A limit that is lower already stays.
// Stacks of threads count as memory whole: usually 8 MiB each.
const LIMITS = ['-c 0', '-s 2048', '-t "$1"', '-d "$2"'].map((limit) => `ulimit ${limit} 2>/dev/null;`)
const SCRIPT = `${LIMITS.join(' ')} shift 2; exec "$@"`
const WATCH_MS = 50
const KIB = 1024

/** The running program, its three streams piped. A program that is not there ends with one of `NO_PROGRAM`. */
export function startBounded({
  program,
  args,
  searchPath,
  memory,
  processorSeconds,
  isPatient,
  environment,
}: BoundedProgram): Child {
  const limits = [processorSeconds, Math.floor(memory / KIB)].map(String)
  // Nothing of our settings, secrets above all, reaches it. Few arenas: what one thread gave back another one takes.
  const env = { PATH: searchPath, MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2', ...environment }
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'sh', ...limits, program, ...args], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  if (isPatient && child.pid !== undefined) lowerPriority(child.pid)
  // RLIMIT_DATA counts all private memory on Linux alone (setrlimit(2), since 4.7).
  if (process.platform !== 'linux') watchMemory(child, memory)
  // It may end before it has read all.
  child.stdin.on('error', () => undefined)
  return child
}

/**
 * What Node sets aside for compiled code, hardly ever fills, and the system counts as memory all the same. Our children
 * run the same Node.
 */
export function reservedByNode(): number {
  try {
    const maps = readFileSync('/proc/self/maps', 'latin1').matchAll(/^([\da-f]+)-([\da-f]+) rwxp/gm)
    return maps.reduce((sum, [, from = '', to = '']) => sum + Number.parseInt(to, 16) - Number.parseInt(from, 16), 0)
  } catch {
    // No Linux: nothing is counted there.
    return 0
  }
}

/**
 * Kills the process when its resident memory is over the bound. Answers how to end watching; the end of the process
 * ends it too.
 */
export function watchMemory(child: Pick<Child, 'pid' | 'kill' | 'once'>, memory: number): () => void {
  let isAsked = false
  const look = () => {
    if (isAsked) return
    isAsked = true
    execFile('ps', ['-o', 'rss=', '-p', String(child.pid)], (_error, told) => {
      isAsked = false
      if (Number(told) * KIB > memory) child.kill('SIGKILL')
    })
  }
  const watch = setInterval(look, WATCH_MS).unref()
  const end = () => clearInterval(watch)
  child.once('exit', end)
  return end
}

/** Others go first. */
function lowerPriority(pid: number): void {
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or the system does not let us.
  }
}
