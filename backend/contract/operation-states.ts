// The states of operations. Without schemas, so that the page can import it.

export const OPERATION_STATES = [
  'new',
  'copying',
  'removing',
  'undoing',
  'running',
  'done',
  'undone',
  'stopped',
  'failed',
] as const

export type OperationState = (typeof OPERATION_STATES)[number]

export const hasEnded = ({ state }: { state: OperationState }): boolean =>
  ['done', 'undone', 'stopped', 'failed'].includes(state)

/**
 * Whether every reader sees what it does. A move has happened before it ends: bytes may still be copied behind the new
 * name, or old keys removed.
 */
export const hasHappened = ({ kind, state }: { kind: string; state: OperationState }): boolean =>
  state === 'done' || (kind === 'move' && state === 'removing')
