// Event hooks: command lines of the settings around what people do with files (api-contract 12).
import type { HOOK_EVENTS, Settings } from '../../../contract/settings.ts'
import { SHELL_COMMANDS } from '../../../contract/shell.ts'
import type { Actor, User } from '../../http/identity.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Log } from '../../lib/log.ts'
import { parseUserPath, type Place, type UserPath, userPathOf } from '../../storage/paths.ts'
import { parseLine } from './command-line.ts'
import { HookRefusal, ShellError } from './errors.ts'
import type { Shell } from './service.ts'

export type HookEvent = (typeof HOOK_EVENTS)[number]

/** What happens, and who does it. */
export interface Happening { event: HookEvent; actor: Actor; file: UserPath; destination?: UserPath }

export interface Hooks {
  /** Runs what is to be run before. @throws AppError `internal` when that fails: then nothing may happen */
  before(happening: Happening): Promise<void>
  /** Runs what is to be run after. What fails is told in the log alone: it has happened. */
  after(happening: Happening): Promise<void>
  /** Does something with what is to be run before and after it. */
  around<T>(happening: Happening, work: () => Promise<T>): Promise<T>
  /** The same for an upload that ends, maybe long after anybody asked for it. */
  aroundUpload<T>(upload: { userId: number; at: Place }, work: () => Promise<T>): Promise<T>
}

export interface HooksOptions {
  shell: Pick<Shell, 'isOn' | 'runHook'>
  settings: { get(): Promise<Pick<Settings, 'commands'>> }
  personOf(userId: number): Promise<{ user: Pick<User, 'scope'>; actor: Actor } | null>
  log: Pick<Log, 'warn'>
}

const ROOT = parseUserPath('/')

export function createHooks({ shell, settings, personOf, log }: HooksOptions): Hooks {
  // What hooks do themselves starts none.
  const hooked = new WeakSet<Actor>()

  async function linesOf(trigger: string): Promise<readonly string[]> {
    if (!shell.isOn) return []
    const { commands } = await settings.get()
    return (commands[trigger] ?? []).filter((line) => line.trim() !== '')
  }

  async function run(trigger: string, { actor, file, destination = ROOT }: Happening): Promise<void> {
    if (hooked.has(actor)) return
    const lines = await linesOf(trigger)
    if (lines.length === 0) return
    const person = await personOf(actor.userId)
    if (!person) throw new AppError('notSignedIn', 'the person is gone')
    const variables = { FILE: file, SCOPE: person.user.scope, TRIGGER: trigger, USERNAME: actor.username, DESTINATION: destination }
    const own: Actor = { ...actor }
    hooked.add(own)
    for (const [index, line] of lines.entries()) {
      const { text, isAwaited } = readHook(line)
      const running = shell.runHook({ actor: own, folder: ROOT, text, variables })
      if (isAwaited) await running
      else running.catch((error: unknown) => log.warn({ err: error, trigger, line: index + 1 }, 'a hook has failed'))
    }
  }

  async function before(happening: Happening): Promise<void> {
    const trigger = `before_${happening.event}`
    try {
      await run(trigger, happening)
    } catch (cause) {
      throw new HookRefusal(trigger, cause)
    }
  }

  async function after(happening: Happening): Promise<void> {
    const trigger = `after_${happening.event}`
    await run(trigger, happening).catch((error: unknown) => log.warn({ err: error, trigger }, 'a hook has failed'))
  }

  async function around<T>(happening: Happening, work: () => Promise<T>): Promise<T> {
    await before(happening)
    const result = await work()
    await after(happening)
    return result
  }

  return {
    before,
    after,
    around,
    aroundUpload: async ({ userId, at }, work) => {
      if ((await Promise.all(['before_upload', 'after_upload'].map(linesOf))).every((lines) => lines.length === 0)) return work()
      const person = await personOf(userId)
      const file = person && userPathOf(person.actor.mounts, at)
      return person && file ? around({ event: 'upload', actor: person.actor, file }, work) : work()
    },
  }
}

/**
 * Refuses lines that could never run, before they are stored.
 * @throws AppError `badRequest` that says which line, and why
 */
export function checkHooks(commands: Settings['commands']): void {
  for (const [trigger, lines] of Object.entries(commands)) {
    for (const [index, line] of lines.entries()) {
      const why = line.trim() === '' ? null : troubleWith(line)
      if (why !== null) throw new AppError('badRequest', `${trigger}, line ${index + 1}: ${why}`)
    }
  }
}

/** Why a hook cannot run; null for one that can. */
export function troubleWith(line: string): string | null {
  try {
    const unknown = parseLine(readHook(line).text).stages.find(({ name }) => !SHELL_COMMANDS.some((known) => known === name))
    return unknown ? `there is no command ${unknown.name}` : null
  } catch (error) {
    if (error instanceof ShellError) return error.message
    throw error
  }
}

/** A trailing `&` says that nobody waits. */
function readHook(line: string): { text: string; isAwaited: boolean } {
  const text = line.trim()
  return text.endsWith('&') ? { text: text.slice(0, -1).trim(), isAwaited: false } : { text, isAwaited: true }
}
