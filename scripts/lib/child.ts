// A child process of ours: told apart by name, its last words kept, and never left behind.
import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { environment } from './environment.ts'

const KEPT_LINES = 20
const TERM_MS = 10_000

/** How a child ended: its exit code, or the signal that ended it. */
export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

/** What to start, and where its output goes. */
export interface ChildOptions {
  command: string
  args: string[]
  env?: NodeJS.ProcessEnv
  /** A file that gets all output, after what is in it. */
  logFile?: string
  /** Called with each line of output; `true` keeps the line out of the log. */
  onLine?: (line: string) => boolean | void
}

/** A running child. `exited` settles when it ends, for whatever reason; it never rejects. */
export interface Child {
  readonly name: string
  readonly pid: number
  readonly exited: Promise<Exit>
  isRunning(): boolean
  /** The last lines of its output, for a message about its end. */
  lastLines(): string[]
  signal(name: NodeJS.Signals): void
  /** SIGTERM, and SIGKILL when it takes longer than `graceMs`. */
  stop(graceMs?: number): Promise<Exit>
}

/**
 * Starts a program in a process group of its own, so that Ctrl-C reaches only us and we stop it in order.
 * @throws Error when the program cannot be started
 */
export async function startChild(name: string, options: ChildOptions): Promise<Child> {
  const child = spawn(options.command, options.args, {
    env: options.env ?? environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (error) => reject(new Error(`${name} cannot be started: ${error.message}`)))
  })
  const lines = readLines(child, options)
  const pid = child.pid ?? 0
  const guard = guardChild(pid)
  let isRunning = true
  const exited = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => {
      isRunning = false
      guard.kill('SIGKILL')
      resolve({ code, signal })
    })
  })
  const signal = (wanted: NodeJS.Signals) => {
    if (isRunning) child.kill(wanted)
  }
  return {
    name,
    pid,
    exited,
    isRunning: () => isRunning,
    lastLines: () => [...lines],
    signal,
    stop: async (graceMs = TERM_MS) => {
      signal('SIGTERM')
      const kill = setTimeout(() => signal('SIGKILL'), graceMs)
      const exit = await exited
      clearTimeout(kill)
      return exit
    },
  }
}

/** Says in words how a child ended. */
export function describeExit(exit: Exit): string {
  return exit.signal ? `was ended by ${exit.signal}` : `ended with code ${exit.code}`
}

function readLines(child: ChildProcess, options: ChildOptions): string[] {
  const kept: string[] = []
  const log = options.logFile ? createWriteStream(options.logFile, { flags: 'a', mode: 0o600 }) : null
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', (line) => {
      if (options.onLine?.(line)) return
      kept.push(line)
      if (kept.length > KEPT_LINES) kept.shift()
      log?.write(`${line}\n`)
    })
  }
  child.once('close', () => log?.end())
  return kept
}

// A process of its own group outlives a parent that was killed. This shell notices (its standard input ends) and ends
// it.
function guardChild(pid: number): ChildProcess {
  const script = 'cat >/dev/null; kill -TERM "$0" && sleep 10 && kill -KILL "$0"'
  const guard = spawn('/bin/sh', ['-c', script, String(pid)], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  guard.on('error', () => undefined)
  guard.unref()
  return guard
}
