// Long changes of a person.
import type { OperationRecord } from '../../../contract/operations.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Storage } from '../../storage/types.ts'
import type { Actor } from '../access/actor.ts'

export interface PersonsOperations {
  /** One's own, as the storage keeps them. */
  list(actor: Actor): Promise<OperationRecord[]>
  /** @throws AppError `notFound` for an unknown one or another person's */
  get(actor: Actor, id: string): Promise<OperationRecord>
  /** Asks for the old state back. @throws AppError `notFound`; `conflict` when it has happened already */
  cancel(actor: Actor, id: string): Promise<void>
  /** Cancels all of a person that can still be. */
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
        // What has happened in this moment, or is gone, is over too.
        await operations.cancel(id, userId).catch((error: unknown) => {
          if (!(error instanceof AppError) || (error.code !== 'conflict' && error.code !== 'notFound')) throw error
        })
      }
    },
  }
}
