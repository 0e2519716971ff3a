// Long changes: Nido's own calls.
import { z } from 'zod'
import { ERROR_STATUS, type ErrorCode } from './errors.ts'
import { OPERATION_STATES } from './operation-states.ts'

export { OPERATION_STATES, type OperationState, hasEnded } from './operation-states.ts'

export const OPERATION_KINDS = ['move', 'copy', 'delete', 'restore', 'purge'] as const
export type OperationKind = (typeof OPERATION_KINDS)[number]

/** One operation as `GET /api/operations/{id}` tells it. */
export const operationRecord = z.strictObject({
  id: z.string(),
  kind: z.enum(OPERATION_KINDS),
  source: z.string().describe('The path as the person sees it.'),
  destination: z.string().describe('The same; empty where there is none.'),
  isDir: z.boolean().describe('Whether it works on a folder, or on several things.'),
  state: z
    .enum(OPERATION_STATES)
    .describe(
      '`done`, `undone` (cancelled), `stopped` (cancelled, and what had happened by then stays) and `failed` are ends.',
    ),
  itemsDone: z.int().nonnegative(),
  itemsTotal: z.int().nonnegative().describe('0 while it is not known.'),
  bytesDone: z.int().nonnegative(),
  bytesTotal: z.int().nonnegative(),
  canCancel: z
    .boolean()
    .describe(
      'Whether DELETE brings the old state back (a move or a copy that has not happened yet) or ends it ' +
        'where it is (what restores or ends for good).',
    ),
  error: z
    .enum(Object.keys(ERROR_STATUS) as ErrorCode[])
    .nullable()
    .describe('Why it failed, or was undone without anybody asking for it.'),
  left: z
    .int()
    .nonnegative()
    .describe('Of a restore that is over: how many things could not be brought back and stay in the trash.'),
  created: z.string().describe('RFC 3339.'),
})
export type OperationRecord = z.infer<typeof operationRecord>

/** Answer of `GET /api/operations`, newest first. */
export const operationList = z.strictObject({ items: z.array(operationRecord) })
export type OperationList = z.infer<typeof operationList>
