import type { RootStore } from '../stores/RootStore.ts'

/** Signs a person out in one place. Nothing is lost by it: who should be there signs in again. */
export async function endSession({ sessions, toasts }: RootStore, id: string): Promise<void> {
  try {
    await sessions.end(id)
    toasts.success({ key: 'sessions.ended' })
  } catch (error) {
    toasts.error(error)
  }
}

/** Signs a person out everywhere but here. */
export async function endOtherSessions({ sessions, toasts }: RootStore): Promise<void> {
  try {
    await sessions.endOthers()
    toasts.success({ key: 'sessions.othersEnded' })
  } catch (error) {
    toasts.error(error)
  }
}
