import type { RootStore } from '../stores/RootStore.ts'
import { sessionsOf } from '../stores/SessionsStore.ts'

/** Signs a person out in one place. Nothing is lost: they can sign in again. */
export async function endSession(root: RootStore, id: string): Promise<void> {
  try {
    await sessionsOf(root).end(id)
    root.toasts.success({ key: 'sessions.ended' })
  } catch (error) {
    root.toasts.error(error)
  }
}

/** Signs a person out everywhere except here. */
export async function endOtherSessions(root: RootStore): Promise<void> {
  try {
    await sessionsOf(root).endOthers()
    root.toasts.success({ key: 'sessions.othersEnded' })
  } catch (error) {
    root.toasts.error(error)
  }
}
