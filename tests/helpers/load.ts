// The load of API processes while something runs: the longest block of an event loop, and the memory of the process and
// of its children. An idle process shows how much delay comes from the machine itself.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startChild } from '../../scripts/lib/child.ts'
import { environment } from '../../scripts/lib/environment.ts'
import { MIB } from './memory.ts'

const run = promisify(execFile)
const PROBE = path.join(import.meta.dirname, 'load-probe.mjs')
/** After this time a process has written its latest observation. */
const LINES_MS = 300
const CHILDREN_EVERY_MS = 50

/** A watched process and the file that it writes its load to. */
export interface Watched {
  pid: number
  file: string
}

/** The arguments and environment that make a Node process write its load. */
export const watching = (file: string) => ({ args: ['--import', PROBE], env: { LOAD_FILE: file } })

/** The maximum load, in bytes. `stoodMs`: the longest block, without the delay of the idle process. */
export interface Load {
  stoodMs: number
  growth: number
  child: number
}

interface Line {
  at: number
  stoodMs: number
  bytes: number
}

export interface LoadWatch {
  /** Runs a task and reports the load of the processes meanwhile. */
  during(task: () => Promise<void>): Promise<Load>
  stop(): Promise<void>
}

export async function startLoadWatch(processes: readonly Watched[]): Promise<LoadWatch> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nido-load-'))
  const file = path.join(folder, 'quiet')
  const quiet = await startChild('the quiet process', {
    command: process.execPath,
    args: [PROBE],
    env: { ...environment(), LOAD_FILE: file, LOAD_ALONE: 'yes' },
  })
  return {
    during: async (task) => {
      const before = await Promise.all(processes.map((one) => newest(one.file)))
      const begun = Date.now()
      const children = watchChildren(processes.map(({ pid }) => pid))
      try {
        await task()
      } finally {
        await children.stop()
      }
      await wait(LINES_MS)
      const kept = stoodSince(await linesOf(file), begun)
      const loads = await Promise.all(
        processes.map(async (one, index) => {
          const lines = (await linesOf(one.file)).filter(({ at }) => at >= begun)
          const peak = Math.max(0, ...lines.map(({ bytes }) => bytes))
          return { stoodMs: stoodSince(lines, begun) - kept, growth: peak - (before[index]?.bytes ?? peak) }
        }),
      )
      return {
        stoodMs: Math.max(0, ...loads.map(({ stoodMs }) => stoodMs)),
        growth: Math.max(0, ...loads.map(({ growth }) => growth)),
        child: children.most(),
      }
    },
    stop: async () => {
      await quiet.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function linesOf(file: string): Promise<Line[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  // The last line may be incomplete.
  const whole = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)
  return whole.map((line) => {
    const [at = 0, stoodMs = 0, bytes = 0] = line.split(' ').map(Number)
    return { at, stoodMs, bytes }
  })
}

const newest = async (file: string): Promise<Line | undefined> => (await linesOf(file)).at(-1)
const stoodSince = (lines: Line[], begun: number): number =>
  Math.max(0, ...lines.filter(({ at }) => at >= begun).map(({ stoodMs }) => stoodMs))

/** Repeatedly measures the memory that children of some processes have for themselves. */
function watchChildren(parents: readonly number[]) {
  const state = { most: 0, isOver: false }
  const watch = async () => {
    while (!state.isOver) {
      const children = (await Promise.all(parents.map(childrenOf))).flat()
      state.most = Math.max(state.most, ...(await Promise.all(children.map(ownBytes))))
      await wait(CHILDREN_EVERY_MS)
    }
  }
  const watched = watch()
  return {
    most: () => state.most,
    stop: async () => {
      state.isOver = true
      await watched
    },
  }
}

/** The ids of the running children of a process (proc(5), children). */
async function childrenOf(pid: number): Promise<number[]> {
  const told = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => null)
  if (told !== null) return told.split(' ').filter(Boolean).map(Number)
  const { stdout } = await run('ps', ['-eo', 'pid=,ppid='])
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  return rows.flatMap(([child = 0, parent]) => (parent === pid ? [child] : []))
}

/**
 * The private memory of a process, without what it shares with its parent. All resident memory where the system does
 * not report it (proc(5), smaps_rollup); 0 for a process that has ended.
 */
async function ownBytes(pid: number): Promise<number> {
  const told = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => null)
  if (told !== null) {
    const found = [...told.matchAll(/^Private_(?:Clean|Dirty): +(\d+) kB$/gm)]
    return found.reduce((sum, [, kib]) => sum + Number(kib) * 1024, 0)
  }
  if (process.platform === 'linux') return 0
  return run('ps', ['-o', 'rss=', '-p', String(pid)]).then(
    ({ stdout }) => Number(stdout) * 1024,
    () => 0,
  )
}

/** The load in words, for a test that found too much. */
export const describeLoad = ({ stoodMs, growth, child }: Load): string =>
  `the event loop stood for ${stoodMs.toFixed(0)} ms, the API grew by ${(growth / MIB).toFixed(0)} MiB, ` +
  `a child had ${(child / MIB).toFixed(0)} MiB`
