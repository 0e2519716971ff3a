// The events that the WebSocket `/api/events` sends to open pages. The server sends, a page only listens.
import { z } from 'zod'
import { importRecord } from './imports.ts'
import { operationRecord } from './operations.ts'
import { PLACE_LISTS } from './places.ts'
import { device } from './session.ts'

/** If more names than this change, the event names none. */
export const EVENT_NAMES_MAX = 200

/** A close code of our own (RFC 6455 section 7.4.2): the session has ended and the person has to log in again. */
export const CLOSED_SIGNED_OUT = 4401

const seq = z
  .int()
  .nonnegative()
  .describe('The number of the latest event. A page sends it, after the epoch, when it reconnects.')

export const aliveFrame = z.strictObject({
  seq,
  type: z.literal('alive'),
  every: z
    .int()
    .positive()
    .describe(
      'Sent first, and then at least once in so many milliseconds. A page that receives nothing for longer has ' +
        'lost the socket.',
    ),
})
export const resyncFrame = z.strictObject({
  seq,
  type: z.literal('resync'),
  epoch: z
    .string()
    .describe('The epoch that `seq` counts within. Earlier changes are unknown: the page has to fetch everything.'),
})
export const changedFrame = z.strictObject({
  seq,
  type: z.literal('changed'),
  folder: z.string().describe('A folder whose content changed, as the person sees it.'),
  names: z
    .array(z.string())
    .describe(
      'The names that changed. Each may be a file, or a folder with everything in it. If empty, the folder and ' +
        'everything below it may have changed.',
    ),
})
export const operationFrame = z.strictObject({ seq, type: z.literal('operation'), operation: operationRecord })
export const sessionFrame = z.strictObject({
  seq,
  type: z.literal('session'),
  state: z
    .enum(['renew', 'ended'])
    .describe(
      "`renew`: the token expires soon, or the person's record was changed; call `POST /api/renew`. " +
        '`ended`: the session has ended.',
    ),
})

export const placesFrame = z.strictObject({
  seq,
  type: z.literal('places'),
  list: z.enum(PLACE_LISTS).describe("Which of the person's lists of places changed."),
})

const count = z.int().nonnegative()
/** The id of an open page, unique among the pages of its person. */
const page = z.string().regex(/^[\w-]{1,40}$/)

/** The progress of a page's uploads, as it reports it to the person's other pages. */
export const uploadReport = z.strictObject({
  state: z.enum(['running', 'paused']),
  name: z.string().min(1).max(1024).describe('The file or folder that is being uploaded.'),
  filesDone: count,
  filesTotal: count,
  bytesDone: count,
  bytesTotal: count,
})
export type UploadReport = z.infer<typeof uploadReport>

/** The body of `PUT /api/events/uploads`. */
export const uploadReportBody = z.strictObject({
  page: page.describe('Chosen by the page, at random.'),
  number: count.describe('Grows with each report of a page. One that arrives after a newer one is ignored.'),
  report: uploadReport.nullable().describe('null when nothing is being uploaded any more.'),
})

export const uploadsFrame = z.strictObject({
  seq,
  type: z.literal('uploads'),
  page: page.describe('The page that told it; it hears of itself too.'),
  device,
  report: uploadReport.nullable().describe('null when the page uploads nothing any more, or has gone.'),
})

export const importFrame = z.strictObject({
  seq,
  type: z.literal('import'),
  id: z.string(),
  import: importRecord.nullable().describe('null when it is no longer listed.'),
})

/** The page fetches what it shows again: what changed may be private. */
export const calendarFrame = z.strictObject({ seq, type: z.literal('calendar') })

/** Reminders of the person may have changed. The page fetches them again. */
export const remindersFrame = z.strictObject({ seq, type: z.literal('reminders') })

/** One text message of the socket, as JSON. */
export const eventFrame = z.discriminatedUnion('type', [
  aliveFrame,
  resyncFrame,
  changedFrame,
  operationFrame,
  sessionFrame,
  placesFrame,
  uploadsFrame,
  importFrame,
  calendarFrame,
  remindersFrame,
])
export type EventFrame = z.infer<typeof eventFrame>
