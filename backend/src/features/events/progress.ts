// Progress of operations: one poll of the records for everybody, and an event for each owner about changes.
import { hasEnded, type OperationRecord } from '../../../contract/operations.ts'
import type { Storage } from '../../storage/types.ts'

export interface ProgressWatch {
  /**
   * Polls, and reports changes since the last poll. Operations that had ended before the first poll are not reported.
   */
  look(): Promise<void>
  /** Nobody listens: the next poll counts as the first one. */
  forget(): void
}

/** @param tell told of each operation that is new or has changed */
export function createProgressWatch(
  operations: Pick<Storage['operations'], 'recent'>,
  tell: (userId: number, record: OperationRecord) => void,
): ProgressWatch {
  let told = new Map<string, string>()
  let isFirst = true

  return {
    look: async () => {
      const found = await operations.recent()
      const texts = new Map(found.map(({ record }) => [record.id, JSON.stringify(record)]))
      for (const { userId, record } of found) {
        const isNews = told.get(record.id) !== texts.get(record.id) && !(isFirst && hasEnded(record))
        if (isNews) tell(userId, record)
      }
      told = texts
      isFirst = false
    },
    forget: () => {
      told = new Map()
      isFirst = true
    },
  }
}
