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
