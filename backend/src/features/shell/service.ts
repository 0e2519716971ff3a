// The shell: runs a command line on a person's own tree, inside this process. It never starts another process.
import { can } from '../../../contract/rights.ts'
import { NOT_ALLOWED } from '../../../contract/shell.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Log } from '../../lib/log.ts'
import type { UserPath } from '../../storage/paths.ts'
import type { Actor } from '../access/actor.ts'
import type { User } from '../users/user.ts'
import { lines } from './bytes.ts'
import { type CommandLine, parseLine } from '../../../contract/shell-line.ts'
import type { ShellServices } from './command.ts'
import { COMMANDS } from './commands/index.ts'
import { wordsOf } from './errors.ts'
import { runLine, type LineRun } from './run.ts'
import { fillIn } from './variables.ts'

export interface ShellOptions {
  services: ShellServices
  /** Whether the shell is on (ENABLE_EXEC). */
  isOn: boolean
  log: Pick<Log, 'error'>
  now(): number
}

/** A line that somebody typed. */
export interface Typed {
  user: Pick<User, 'id' | 'perm' | 'commands'>
  actor: Actor
  /** The current folder. */
  folder: UserPath
  text: string
  /** Aborts when the client has gone. */
  signal: AbortSignal
}

/** A line from the settings, run with the permissions of the person who acts. */
export interface Hooked {
  actor: Actor
  folder: UserPath
  text: string
  variables: Readonly<Record<string, string>>
}

export interface Shell {
  readonly isOn: boolean
  /** The output of a line, line by line: output first, then errors. Without permission, a single line says so. */
  run(typed: Typed): AsyncGenerator<string>
  /**
   * Runs a hook to its end. Neither the permission nor the list of commands applies, because the person did not choose
   * it.
   * @throws AppError `internal` if it fails
   */
  runHook(hooked: Hooked): Promise<void>
}

/** The time limit of one line. */
const LINE_MS = 30 * 60_000
const HOOK_MS = 5 * 60_000
/** The output limit of one line on a terminal. */
const OUTPUT_MAX_BYTES = 32 * 1024 * 1024
/** Lines running at once: of one person, and of all on this replica. */
const OWN_MAX = 6
const ALL_MAX = 60

export function createShell({ services, isOn, log, now }: ShellOptions): Shell {
  const running = new Map<number, number>()
  let total = 0

  const begin = (asked: { line: CommandLine; actor: Actor; folder: UserPath; signal: AbortSignal }): LineRun =>
    runLine(
      { services, commands: COMMANDS, now, onFault: (error) => log.error({ err: error }, 'a command failed') },
      asked,
    )

  function enter(userId: number): (() => void) | null {
    const own = running.get(userId) ?? 0
    if (own >= OWN_MAX || total >= ALL_MAX) return null
    running.set(userId, own + 1)
    total += 1
    return () => {
      total -= 1
      const left = (running.get(userId) ?? 1) - 1
      if (left === 0) running.delete(userId)
      else running.set(userId, left)
    }
  }

  async function* runTyped({ user, actor, folder, text, signal }: Typed): AsyncGenerator<string> {
    const line = readLine(text)
    // Permissions are checked on valid lines only. An error in a line reveals nothing.
    if (
      !isOn ||
      !can(user, 'execute') ||
      (typeof line !== 'string' && !line.stages.every(({ name }) => user.commands.includes(name)))
    )
      return void (yield NOT_ALLOWED)
    if (typeof line === 'string') return void (yield line)
    const leave = enter(user.id)
    if (!leave) return void (yield 'Too many commands are running. Try again later.')
    const time = AbortSignal.timeout(LINE_MS)
    const run = begin({ line, actor, folder, signal: AbortSignal.any([signal, time]) })
    let bytes = 0
    try {
      for await (const each of lines(run.output)) {
        bytes += Buffer.byteLength(each) + 1
        if (bytes > OUTPUT_MAX_BYTES) {
          yield 'There is too much output to show. Use > to write it to a file.'
          break
        }
        yield each
      }
      yield* run.complaints
    } catch (error) {
      signal.throwIfAborted()
      if (!time.aborted) log.error({ err: error }, 'a command line failed')
      yield* run.complaints
      yield time.aborted ? 'Stopped: it took too long.' : 'Something went wrong.'
    } finally {
      await run.output.return(undefined)
      leave()
    }
  }

  return {
    isOn,
    run: runTyped,
    runHook: async ({ actor, folder, text, variables }) => {
      const line = readLine(text)
      if (typeof line === 'string') throw new AppError('internal', `a hook is invalid: ${line}`)
      const run = begin({ line: fillIn(line, variables), actor, folder, signal: AbortSignal.timeout(HOOK_MS) })
      try {
        for await (const _ of run.output) continue
      } finally {
        await run.output.return(undefined)
      }
      if (run.hasFailed()) throw new AppError('internal', 'a hook failed')
    },
  }
}

/** A valid line, or what is wrong with it. */
function readLine(text: string): CommandLine | string {
  try {
    return parseLine(text)
  } catch (error) {
    const words = wordsOf(error)
    if (words === null) throw error
    return words
  }
}
