// What works and what does not, as `GET /api/status` tells it in codes.
import { z } from 'zod'

/**
 * `off`: by a setting, or without a program. `lacking`: the S3 server cannot do it. `building`: on its way; what it
 * will do faster is done without it.
 */
export const STATUS_STATES = ['ok', 'off', 'lacking', 'failing', 'building'] as const
export type StatusState = (typeof STATUS_STATES)[number]

/**
 * What the S3 server does by itself, and what is done where it is `lacking`. `restore` (off by a setting, too):
 * nothing, what is deleted or replaced is gone. `bucketEvents`: changes by other tools are found by looking.
 * `listedTimes`: each file is asked for its time. `conditionalWrites`: of two who make one file in the same moment the
 * later wins. `expiryRules`: house-keeping ends old versions. `partCopies`: large copies are one request each. `tags`:
 * files carry none.
 */
export const STATUS_S3_PARTS = [
  'restore',
  'bucketEvents',
  'listedTimes',
  'conditionalWrites',
  'expiryRules',
  'partCopies',
  'tags',
] as const
export const STATUS_PARTS = [
  'storage',
  'database',
  'index',
  ...STATUS_S3_PARTS,
  'sharedFolder',
  'shell',
  'captcha',
  'signUp',
  'thumbs',
  'videoThumbs',
] as const
export type StatusPart = (typeof STATUS_PARTS)[number]

/**
 * Names of settings of the process, or (in lower case) of the household's; `FFMPEG` also where there is no such
 * program.
 */
export const STATUS_SETTINGS = [
  'retentionDays',
  'SHARED_FOLDER',
  'ENABLE_EXEC',
  'RECAPTCHA_KEY',
  'signup',
  'ENABLE_THUMBS',
  'FFMPEG',
] as const
export type StatusSetting = (typeof STATUS_SETTINGS)[number]

const count = z.int().nonnegative()

/** What only administrators are told. A number that cannot be had right now is null. */
export const householdStatus = z.strictObject({
  node: z.string().describe('Version of the runtime.'),
  storage: z
    .string()
    .nullable()
    .describe('What the S3 server calls itself, with its version where it tells that (its `Server` header).'),
  database: z.string().nullable().describe('Kind and version of the database server.'),
  clocks: z
    .strictObject({ storage: z.int().nullable(), database: z.int().nullable() })
    .describe(
      'Milliseconds by which the clocks of the S3 server and of the database are ahead of that of the ' +
        'replica that answers.',
    ),
  unnamedProxy: z
    .boolean()
    .describe(
      'Whether requests came by a proxy that `TRUSTED_PROXIES` does not name: all who come by it count as ' +
        'one address. Of the replica that answers, since it began.',
    ),
  replicas: count.describe('API processes that live.'),
  pages: count.describe('Open pages that hear of changes, of all replicas, some seconds ago.'),
  people: count.nullable(),
  index: z
    .strictObject({
      buckets: count.describe('Of the buckets that there are.'),
      bucketsKnown: count.describe('Those that are taken in; until all are, S3 itself is asked for the rest.'),
      objects: count.describe('Files and folder markers known by now.'),
      memory: count.describe('Bytes.'),
      checked: z.string().nullable().describe('When everything was looked at last, RFC 3339.'),
    })
    .describe('Of the replica that answers.'),
  operations: count.nullable().describe('Copies, moves and deletes that are under way.'),
  uploads: count.nullable().describe('Uploads that are not finished.'),
  previews: z
    .strictObject({
      rendering: count,
      waiting: count,
      lastMs: count.nullable().describe('Milliseconds that the last one took.'),
    })
    .describe('Of the replica that answers.'),
  unreachableKeys: count.describe(
    'Objects whose keys cannot be a path: other tools reach them, Nido does not. Counted up to 10,000.',
  ),
  hiddenFolders: count
    .nullable()
    .describe(
      'Folders whose name another tool has given to a file, so that what lies in them does not show. ' +
        'Counted up to 100.',
    ),
  shadowed: z
    .array(z.string())
    .nullable()
    .describe("People in whose tree something lies under the shared folder's name, so that it does not show."),
})
export type HouseholdStatus = z.infer<typeof householdStatus>

export const statusRecord = z.strictObject({
  parts: z.array(
    z.strictObject({
      part: z.enum(STATUS_PARTS),
      state: z.enum(STATUS_STATES),
      setting: z.enum(STATUS_SETTINGS).optional().describe('What it is off by, for administrators alone.'),
      ms: z.int().nonnegative().optional().describe('Milliseconds that it took to answer.'),
      objects: z
        .int()
        .nonnegative()
        .optional()
        .describe('Of the index, for administrators alone: files and folder markers that it knows by now.'),
    }),
  ),
  looked: z.string().describe('When it was looked at, RFC 3339.'),
  version: z.string().optional().describe('For administrators alone.'),
  household: householdStatus.optional(),
})
export type StatusRecord = z.infer<typeof statusRecord>
