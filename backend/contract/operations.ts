// Operations: changes that take a while.
import { z } from 'zod'
import { ERROR_STATUS, type ErrorCode } from './errors.ts'
import { OPERATION_STATES } from './operation-states.ts'

export { OPERATION_STATES, type OperationState, hasEnded } from './operation-states.ts'

export const OPERATION_KINDS = ['move', 'copy', 'delete', 'restore', 'purge', 'extract', 'compress'] as const
export type OperationKind = (typeof OPERATION_KINDS)[number]

/** One operation as `GET /api/operations/{id}` tells it. */
export const operationRecord = z.strictObject({
  id: z.string(),
  kind: z.enum(OPERATION_KINDS),
  source: z.string().describe('The path as the person sees it.'),
  destination: z.string().describe('The same; empty if there is none.'),
  isDir: z.boolean().describe('Whether it works on a folder or on several items.'),
  state: z
    .enum(OPERATION_STATES)
    .describe(
      '`done`, `undone` (cancelled), `stopped` (cancelled, but what was done by then stays) and `failed` are final.',
    ),
  itemsDone: z.int().nonnegative(),
  itemsTotal: z.int().nonnegative().describe('0 while unknown.'),
  bytesDone: z.int().nonnegative(),
  bytesTotal: z.int().nonnegative(),
  canCancel: z
    .boolean()
    .describe(
      'Whether DELETE restores the old state (a move or copy before its commit; what was extracted goes to the ' +
        'trash) or stops it where it is (a restore or a deletion for good).',
    ),
  error: z
    .enum(Object.keys(ERROR_STATUS) as ErrorCode[])
    .nullable()
    .describe('Why it failed, or why it was undone without being cancelled.'),
  left: z
    .int()
    .nonnegative()
    .describe(
      'For a finished restore: how many items could not be restored and are still in the trash. For an extraction: ' +
        'how many entries were left out (links, devices, bad names, encrypted ones).',
    ),
  created: z.string().describe('RFC 3339.'),
})
export type OperationRecord = z.infer<typeof operationRecord>

/** Answer of `GET /api/operations`, newest first. */
export const operationList = z.strictObject({ items: z.array(operationRecord) })
export type OperationList = z.infer<typeof operationList>
