// Starts programs that read untrusted files: without our environment, with limited memory and processor time.
import { execFile, spawn, type ChildProcessByStdio } from 'node:child_process'
import { readFileSync } from 'node:fs'
import os from 'node:os'
import type { Readable, Writable } from 'node:stream'

export interface BoundedProgram {
  program: string
  args: readonly string[]
  /** Where programs are searched by name, like PATH. */
  searchPath: string
  /** The memory limit in bytes. If the system does not enforce it, the resident memory is watched. */
  memory: number
  /** Seconds of processor time in its whole life; null for one that may work for days. */
  processorSeconds: number | null
  /** Files and sockets that it may have open; what the system allows, if missing. */
  openFiles?: number
  /** Whether it runs at low priority. */
  isPatient: boolean
  /** Additional environment variables. */
  environment?: Record<string, string>
  /** The maximum length of a file that it writes, in bytes. */
  fileBytes?: number
  /** The folder that it runs in. */
  folder?: string
  /** Whether it leads a process group of its own, so that what it starts can be ended with it. */
  isGroup?: boolean
}

export type Child = ChildProcessByStdio<Writable, Readable, Readable>

/** The shell's exit codes for a missing program, or one that cannot be run. */
export const NO_PROGRAM: readonly (number | null)[] = [126, 127]

/** The memory limit of a child. It is enough for pictures of 50 megapixels and videos of 3840 × 2160. */
export const CHILD_MEMORY = 256 * 1024 * 1024

const CORE_BYTES = 0
/** The stacks of threads count as memory with their full size, usually 8 MiB each. */
const STACK_KIB = 2048
const WATCH_MS = 50
const KIB = 1024
/** The unit of `ulimit -f`. */
const FILE_BLOCK = 512

/** The running program, with its three streams piped. A missing program ends with one of `NO_PROGRAM`. */
export function startBounded({
  program,
  args,
  searchPath,
  memory,
  processorSeconds,
  openFiles,
  isPatient,
  environment,
  fileBytes,
  folder,
  isGroup = false,
}: BoundedProgram): Child {
  const fileBlocks = fileBytes === undefined ? undefined : Math.ceil(fileBytes / FILE_BLOCK)
  const limits = limitsOf({ t: processorSeconds, d: Math.floor(memory / KIB), n: openFiles, f: fileBlocks })
  // It gets none of our settings, above all no secrets. With few malloc arenas, threads reuse each other's memory.
  const env = { PATH: searchPath, MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2', ...environment }
  const child = spawn('/bin/sh', ['-c', `${limits} exec "$@"`, 'sh', program, ...args], {
    env,
    cwd: folder,
    detached: isGroup,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  if (isPatient && child.pid !== undefined) lowerPriority(child.pid)
  // RLIMIT_DATA only counts all private memory on Linux (setrlimit(2), since 4.7).
  if (process.platform !== 'linux') watchMemory(child, memory)
  // It may end before it has read everything.
  child.stdin.on('error', () => undefined)
  return child
}

/**
 * The shell only sets limits and becomes the program: same process, same pipes. Lower existing limits stay.
 */
function limitsOf(wanted: Record<string, number | null | undefined>): string {
  return Object.entries({ c: CORE_BYTES, s: STACK_KIB, ...wanted })
    .filter(([, value]) => typeof value === 'number')
    .map(([flag, value]) => `ulimit -${flag} ${value} 2>/dev/null;`)
    .join(' ')
}

/**
 * What Node reserves for compiled code. It is hardly ever filled, but the system counts it as memory. Our children run
 * the same Node.
 */
export function reservedByNode(): number {
  try {
    const maps = readFileSync('/proc/self/maps', 'latin1').matchAll(/^([\da-f]+)-([\da-f]+) rwxp/gm)
    return maps.reduce((sum, [, from = '', to = '']) => sum + Number.parseInt(to, 16) - Number.parseInt(from, 16), 0)
  } catch {
    // Not Linux: nothing is counted.
    return 0
  }
}

/**
 * Kills the process when its resident memory exceeds the limit. Returns a function that stops watching; the end of the
 * process stops it too.
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

/** Low priority. */
function lowerPriority(pid: number): void {
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has already ended, or the system does not permit it.
  }
}
