// Cancels what the tray shows. It comes with the tray.
import { ApiError } from '../../api/http.ts'
import type { RootStore } from '../RootStore.ts'
import type { Work } from './Work.ts'

/** Cancels a work: parts that have not started do not start, and the server undoes what it is doing. Never throws. */
export async function cancelWork(root: RootStore, work: Work): Promise<void> {
  work.cancel()
  for (const { id, canCancel } of work.records.values()) {
    if (canCancel) await cancelOperation(root, id)
  }
}

async function cancelOperation({ api, toasts }: RootStore, id: string): Promise<void> {
  try {
    await api.operations.cancel(id)
  } catch (error) {
    // It has already happened, and is reported as usual.
    if (!(error instanceof ApiError && error.code === 'conflict')) toasts.error(error)
  }
}
