// How long operations take, for the metrics.
import type { JournalState } from './journal-state.ts'

/** `begun` in milliseconds since 1970. */
export interface PendingTimes {
  kind: string
  begun: number
}

/** `outcome` as the journal has it: the state that it was closed from, or its end. */
export interface EndedOperation {
  kind: string
  outcome: string
  seconds: number
}

/** What is under way, by what this process knows of the journal. */
export const pendingOperations = ({ ops }: JournalState): PendingTimes[] =>
  ops.map(({ id, kind }) => ({ kind, begun: beginOf(id) }))

/** The operations of an own lease that were closed between two states of the journal. */
export function endedOperations(
  before: JournalState,
  after: JournalState,
  isOwn: (owner: string) => boolean,
): EndedOperation[] {
  const pending = new Set(after.ops.map(({ id }) => id))
  return before.ops
    .filter(({ id, owner }) => !pending.has(id) && isOwn(owner))
    .map(({ id, kind }) => ({
      kind,
      outcome: after.closed.findLast((closed) => closed.id === id)?.how ?? 'done',
      seconds: Math.max(0, Date.now() - beginOf(id)) / 1000,
    }))
}

/** Ids begin with the time at which they were made (UUIDv7, RFC 9562 section 5.7). */
function beginOf(id: string): number {
  return /^[0-9a-f]{32}/.test(id) ? parseInt(id.slice(0, 12), 16) : Date.now()
}
