// What open pages are told over the WebSocket `/api/events`: Nido's own call. The server speaks, a page only listens.
import { z } from 'zod'
import { operationRecord } from './operations.ts'

/** More names than this are not told one by one. */
export const EVENT_NAMES_MAX = 200

/** A close code of our own (RFC 6455 section 7.4.2): the session has ended, signing in again is the way on. */
export const CLOSED_SIGNED_OUT = 4401

const seq = z
  .int()
  .nonnegative()
  .describe('The last event up to here: what a page says when it comes back, behind the epoch.')

export const aliveFrame = z.strictObject({
  seq,
  type: z.literal('alive'),
  every: z
    .int()
    .positive()
    .describe(
      'The first event, and then one within so many milliseconds: a page that hears nothing for longer has ' +
        'lost the socket.',
    ),
})
export const resyncFrame = z.strictObject({
  seq,
  type: z.literal('resync'),
  epoch: z
    .string()
    .describe('What `seq` counts within. All that happened before has to be fetched anew: it is not known here.'),
})
export const changedFrame = z.strictObject({
  seq,
  type: z.literal('changed'),
  folder: z.string().describe('A folder in which something came, went or changed, as the person sees it.'),
  names: z
    .array(z.string())
    .describe(
      'What it was: each may be a file, or a folder with all that is in it. None: the folder and all below ' +
        'it have to be looked at.',
    ),
})
export const operationFrame = z.strictObject({ seq, type: z.literal('operation'), operation: operationRecord })
export const sessionFrame = z.strictObject({
  seq,
  type: z.literal('session'),
  state: z
    .enum(['renew', 'ended'])
    .describe(
      "`renew`: the token ends soon, or the person's record was changed; call `POST /api/renew`. " +
        '`ended`: nobody is signed in any more.',
    ),
})

/** One text message of the socket, as JSON. */
export const eventFrame = z.discriminatedUnion('type', [
  aliveFrame,
  resyncFrame,
  changedFrame,
  operationFrame,
  sessionFrame,
])
export type EventFrame = z.infer<typeof eventFrame>
