import type { PendingOperation } from '../../backend/src/storage/journal-state.ts'

/** A move from `b/from` to `b/to` that is pending, changed in some fields. */
export const pendingMove = (change: Partial<PendingOperation> = {}): PendingOperation => ({
  id: 'm',
  kind: 'move',
  src: 'b/from',
  dst: 'b/to',
  isFile: false,
  merge: false,
  state: 'copying',
  since: 1,
  owner: 'o',
  late: 0,
  cancel: false,
  userId: 1,
  ...change,
})
