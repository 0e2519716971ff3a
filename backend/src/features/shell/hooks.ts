// Hooks: command lines of the settings that run before and after people change files.
import type { Settings } from '../../../contract/settings.ts'
import { ShellSyntaxError } from '../../../contract/shell-words.ts'
import { SHELL_COMMANDS } from '../../../contract/shell.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Log } from '../../lib/log.ts'
import { type Place, ROOT, userPathOf } from '../../storage/paths.ts'
import type { Actor } from '../access/actor.ts'
import type { HookedEvent, Hooks } from '../files/hooks.ts'
import type { User } from '../users/user.ts'
import { parseLine } from '../../../contract/shell-line.ts'
import { HookRefusal } from './errors.ts'
import type { Shell } from './service.ts'

export interface HooksOptions {
  /** Whether commands run at all. */
  isOn: boolean
  settings: { get(): Promise<Pick<Settings, 'commands'>> }
  personOf(userId: number): Promise<{ user: Pick<User, 'scope'>; actor: Actor } | null>
  log: Pick<Log, 'info' | 'warn'>
}

/** How many lines that were already logged are remembered. */
const TOLD_MAX = 1_000

/** A line that can run. `number`: its position among the lines of its trigger, from 1. */
interface HookLine {
  text: string
  isAwaited: boolean
  number: number
}

export class ShellHooks implements Hooks {
  readonly #options: HooksOptions
  #shell: Pick<Shell, 'runHook'> | undefined
  /** Actions of hooks start no hooks. */
  readonly #hooked = new WeakSet<Actor>()
  readonly #told = new Set<string>()

  constructor(options: HooksOptions) {
    this.#options = options
  }

  /**
   * Sets the shell that runs the lines. It is set later, because the shell uses services that have hooks themselves.
   */
  runBy(shell: Pick<Shell, 'runHook'>): void {
    this.#shell = shell
  }

  async before(happening: HookedEvent): Promise<void> {
    const trigger = `before_${happening.event}`
    try {
      await this.#run(trigger, happening)
    } catch (cause) {
      throw new HookRefusal(trigger, cause)
    }
  }

  async after(happening: HookedEvent): Promise<void> {
    const trigger = `after_${happening.event}`
    await this.#run(trigger, happening).catch((error: unknown) =>
      this.#options.log.warn({ err: error, trigger }, 'a hook failed'),
    )
  }

  async around<T>(happening: HookedEvent, work: () => Promise<T>): Promise<T> {
    await this.before(happening)
    const result = await work()
    await this.after(happening)
    return result
  }

  async aroundUpload<T>({ userId, at }: { userId: number; at: Place }, work: () => Promise<T>): Promise<T> {
    const lines = await Promise.all(['before_upload', 'after_upload'].map((trigger) => this.#linesOf(trigger)))
    if (lines.flat().length === 0) return work()
    const person = await this.#options.personOf(userId)
    const file = person && userPathOf(person.actor.mounts, at)
    return person && file ? this.around({ event: 'upload', actor: person.actor, file }, work) : work()
  }

  async #linesOf(trigger: string): Promise<HookLine[]> {
    const { isOn, settings } = this.#options
    if (!isOn) return []
    const { commands } = await settings.get()
    return (commands[trigger] ?? []).flatMap((line, index) => {
      if (line.trim() === '') return []
      const why = troubleWith(line)
      if (why === null) return [{ ...readHook(line), number: index + 1 }]
      this.#tellOnce({ trigger, line: index + 1, why })
      return []
    })
  }

  /**
   * Settings may come from a server that starts programs. A line that cannot run here does nothing and stops nothing.
   */
  #tellOnce(idle: { trigger: string; line: number; why: string }): void {
    const name = Object.values(idle).join(' ')
    if (this.#told.has(name)) return
    if (this.#told.size >= TOLD_MAX) this.#told.clear()
    this.#told.add(name)
    this.#options.log.info(idle, 'a hook does nothing')
  }

  async #run(trigger: string, { actor, file, destination = ROOT }: HookedEvent): Promise<void> {
    const { personOf, log } = this.#options
    if (this.#hooked.has(actor)) return
    const lines = await this.#linesOf(trigger)
    if (lines.length === 0) return
    const person = await personOf(actor.userId)
    if (!person) throw new AppError('notSignedIn', 'the person no longer exists')
    const variables = {
      FILE: file,
      SCOPE: person.user.scope,
      TRIGGER: trigger,
      USERNAME: actor.username,
      DESTINATION: destination,
    }
    const own: Actor = { ...actor }
    this.#hooked.add(own)
    for (const { text, isAwaited, number } of lines) {
      if (!this.#shell) throw new Error('nobody runs hooks yet')
      const running = this.#shell.runHook({ actor: own, folder: ROOT, text, variables })
      if (isAwaited) await running
      else running.catch((error: unknown) => log.warn({ err: error, trigger, line: number }, 'a hook failed'))
    }
  }
}

/** Why a hook cannot run; null if it can. */
function troubleWith(line: string): string | null {
  try {
    const unknown = parseLine(readHook(line).text).stages.find(
      ({ name }) => !SHELL_COMMANDS.some((known) => known === name),
    )
    return unknown ? `unknown command ${unknown.name}` : null
  } catch (error) {
    if (error instanceof ShellSyntaxError) return error.message
    throw error
  }
}

/** A trailing `&` means that nobody waits for it. */
function readHook(line: string): { text: string; isAwaited: boolean } {
  const text = line.trim()
  return text.endsWith('&') ? { text: text.slice(0, -1).trim(), isAwaited: false } : { text, isAwaited: true }
}
