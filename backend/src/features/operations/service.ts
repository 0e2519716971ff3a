// A person's operations.
import type { OperationRecord } from '../../../contract/operations.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Storage } from '../../storage/types.ts'
import type { Actor } from '../access/actor.ts'

export interface PersonsOperations {
  /** The person's own operations, as the storage keeps them. */
  list(actor: Actor): Promise<OperationRecord[]>
  /** @throws AppError `notFound` for an unknown operation or another person's */
  get(actor: Actor, id: string): Promise<OperationRecord>
  /** Requests an undo. @throws AppError `notFound`; `conflict` if it has been committed */
  cancel(actor: Actor, id: string): Promise<void>
  /** Cancels all of a person's operations that can still be cancelled. */
  cancelAllOf(userId: number): Promise<void>
}

export function createOperations({
  storage: { operations },
}: {
  storage: Pick<Storage, 'operations'>
}): PersonsOperations {
  return {
    list: (actor) => operations.list(actor.userId),
    get: (actor, id) => operations.get(id, actor.userId),
    cancel: (actor, id) => operations.cancel(id, actor.userId),
    cancelAllOf: async (userId) => {
      for (const { id, canCancel } of await operations.list(userId)) {
        if (!canCancel) continue
        // An operation that has just been committed or is gone counts as finished.
        await operations.cancel(id, userId).catch((error: unknown) => {
          if (!(error instanceof AppError) || (error.code !== 'conflict' && error.code !== 'notFound')) throw error
        })
      }
    },
  }
}
