// The shell: runs a command line on a person's own tree, inside this process. It never starts another process.
import type { Locale } from '../../../contract/locales.ts'
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
import { runLine, type LineRequest, type LineRun } from './run.ts'
import { type Say, sayIn } from './texts/say.ts'
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
  language: Locale
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

export class FilesShell implements Shell {
  readonly #options: ShellOptions
  /** How many lines of each person run. */
  readonly #running = new Map<number, number>()
  #total = 0
  readonly isOn: boolean

  constructor(options: ShellOptions) {
    this.#options = options
    this.isOn = options.isOn
  }

  async *run(typed: Typed): AsyncGenerator<string> {
    const say = sayIn(typed.language)
    const line = readLine(typed.text, say)
    // Permissions are checked on valid lines only. An error in a line reveals nothing.
    if (!this.#mayRun(typed.user, line)) return void (yield NOT_ALLOWED)
    if (typeof line === 'string') return void (yield line)
    const leave = this.#enter(typed.user.id)
    if (!leave) return void (yield say('output.busy'))
    try {
      yield* this.#runLine(typed, line)
    } finally {
      leave()
    }
  }

  async runHook({ actor, folder, text, variables }: Parameters<Shell['runHook']>[0]): Promise<void> {
    const line = readLine(text, sayIn('en'))
    if (typeof line === 'string') throw new AppError('internal', `a hook is invalid: ${line}`)
    const run = this.#begin({
      line: fillIn(line, variables),
      actor,
      folder,
      language: 'en',
      signal: AbortSignal.timeout(HOOK_MS),
    })
    try {
      for await (const _ of run.output) continue
    } finally {
      await run.output.return(undefined)
    }
    if (run.hasFailed()) throw new AppError('internal', 'a hook failed')
  }

  #mayRun(user: Typed['user'], line: CommandLine | string): boolean {
    if (!this.isOn || !can(user, 'execute')) return false
    return typeof line === 'string' || line.stages.every(({ name }) => user.commands.includes(name))
  }

  /** Takes a place among the lines that run; answers how to give it back, or null where there is none. */
  #enter(userId: number): (() => void) | null {
    const own = this.#running.get(userId) ?? 0
    if (own >= OWN_MAX || this.#total >= ALL_MAX) return null
    this.#running.set(userId, own + 1)
    this.#total += 1
    return () => {
      this.#total -= 1
      const left = (this.#running.get(userId) ?? 1) - 1
      if (left === 0) this.#running.delete(userId)
      else this.#running.set(userId, left)
    }
  }

  async *#runLine({ actor, folder, language, signal }: Typed, line: CommandLine): AsyncGenerator<string> {
    const say = sayIn(language)
    const time = AbortSignal.timeout(LINE_MS)
    const run = this.#begin({ line, actor, folder, language, signal: AbortSignal.any([signal, time]) })
    let bytes = 0
    try {
      for await (const each of lines(run.output)) {
        bytes += Buffer.byteLength(each) + 1
        if (bytes > OUTPUT_MAX_BYTES) {
          yield say('output.tooMuch')
          break
        }
        yield each
      }
      yield* run.complaints
    } catch (error) {
      signal.throwIfAborted()
      if (!time.aborted) this.#options.log.error({ err: error }, 'a command line failed')
      yield* run.complaints
      yield say(time.aborted ? 'output.tooLong' : 'output.wrong')
    } finally {
      await run.output.return(undefined)
    }
  }

  #begin(asked: LineRequest): LineRun {
    const { services, log, now } = this.#options
    const onFault = (error: unknown) => log.error({ err: error }, 'a command failed')
    return runLine({ services, commands: COMMANDS, now, onFault }, asked)
  }
}

/** A valid line, or what is wrong with it. */
function readLine(text: string, say: Say): CommandLine | string {
  try {
    return parseLine(text)
  } catch (error) {
    const words = wordsOf(error, say)
    if (words === null) throw error
    return words
  }
}
