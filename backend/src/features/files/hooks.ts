// What happens to files, as hooks of the settings are told of it. The shell runs them (shell/hooks.ts).
import type { HOOK_EVENTS } from '../../../contract/settings.ts'
import type { Place, UserPath } from '../../storage/paths.ts'
import type { Actor } from '../access/actor.ts'

/** What happens, and who does it. */
export interface HookedEvent {
  event: (typeof HOOK_EVENTS)[number]
  actor: Actor
  file: UserPath
  destination?: UserPath
}

export interface Hooks {
  /** Runs the hooks before an action. @throws AppError `internal` if one fails; then the action must not happen */
  before(happening: HookedEvent): Promise<void>
  /** Runs the hooks after an action. Failures only go to the log, because the action has happened. */
  after(happening: HookedEvent): Promise<void>
  /** Runs an action with the hooks before and after it. */
  around<T>(happening: HookedEvent, work: () => Promise<T>): Promise<T>
  /** The same for the end of an upload, which may be long after the request. */
  aroundUpload<T>(upload: { userId: number; at: Place }, work: () => Promise<T>): Promise<T>
}
