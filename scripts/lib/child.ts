// A child process with a name, whose last output is kept, and which never outlives us.
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
  /** A file to which all output is appended. */
  logFile?: string
  /** Called with each line of output; `true` keeps the line out of the log. */
  onLine?: (line: string) => boolean | void
}

/** A running child. `exited` resolves when it ends, for whatever reason; it never rejects. */
export interface Child {
  readonly name: string
  readonly pid: number
  readonly exited: Promise<Exit>
  isRunning(): boolean
  /** The last lines of its output, for error messages. */
  lastLines(): string[]
  signal(name: NodeJS.Signals): void
  /** Sends SIGTERM, and SIGKILL after `graceMs`. */
  stop(graceMs?: number): Promise<Exit>
}

/**
 * Starts a program in its own process group, so that Ctrl-C only reaches us and we can stop children in order.
 * @throws Error if the program cannot be started
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

/** Describes how a child ended. */
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

// A process in its own group outlives a parent that is killed. This shell notices it, because its standard input ends,
// and stops the process.
function guardChild(pid: number): ChildProcess {
  const script = 'cat >/dev/null; kill -TERM "$0" && sleep 10 && kill -KILL "$0"'
  const guard = spawn('/bin/sh', ['-c', script, String(pid)], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  guard.on('error', () => undefined)
  guard.unref()
  return guard
}
