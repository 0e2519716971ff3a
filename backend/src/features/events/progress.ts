// How long changes go: one look for everybody at what the replicas wrote down about them, and a word to each owner
// about what is new.
import { hasEnded, type OperationRecord } from '../../../contract/operations.ts'
import type { Storage } from '../../storage/types.ts'

export interface ProgressWatch {
  /** Looks, and tells what has changed since the look before. What had ended before the first look is no news. */
  look(): Promise<void>
  /** Nobody listens: the next look is a first one. */
  forget(): void
}

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
