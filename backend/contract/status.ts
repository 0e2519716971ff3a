// What works and what does not, as `GET /api/status` tells it in codes.
import { z } from 'zod'

/**
 * `off`: turned off by a setting, or a program is missing. `lacking`: the S3 server does not support it. `building`:
 * not ready yet; until then Nido works without it, but slower.
 */
export const STATUS_STATES = ['ok', 'off', 'lacking', 'failing', 'building'] as const
export type StatusState = (typeof STATUS_STATES)[number]

/**
 * Features of the S3 server, and what happens if they are `lacking`. `restore` (may also be turned off): what is
 * deleted or replaced cannot be restored. `bucketEvents`: Nido looks for changes by other tools from time to time.
 * `listedTimes`: the time of each file is asked for separately. `conditionalWrites`: if two people create the same
 * file at the same moment, the later one wins. `expiryRules`: house-keeping deletes expired versions. `partCopies`:
 * a large file is copied in one request. `tags`: files have no tags.
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
  // `off`: no worker is running, or it lacks a program.
  'imports',
  'videoImports',
] as const
export type StatusPart = (typeof STATUS_PARTS)[number]

/**
 * Names of environment settings, or (in lower case) of global settings. `FFMPEG` and `YTDLP`
 * also if the program is missing, `WORKER` also if no worker is running.
 */
export const STATUS_SETTINGS = [
  'retentionDays',
  'SHARED_FOLDER',
  'ENABLE_EXEC',
  'RECAPTCHA_KEY',
  'signup',
  'ENABLE_THUMBS',
  'FFMPEG',
  'WORKER',
  'YTDLP',
] as const
export type StatusSetting = (typeof STATUS_SETTINGS)[number]

const count = z.int().nonnegative()

/** For administrators. A number that is not available right now is null. */
export const householdStatus = z.strictObject({
  node: z.string().describe('Version of Node.js.'),
  storage: z.string().nullable().describe('The `Server` header of the S3 server, which may include its version.'),
  database: z.string().nullable().describe('Kind and version of the database server.'),
  clocks: z
    .strictObject({ storage: z.int().nullable(), database: z.int().nullable() })
    .describe(
      'How far the clocks of the S3 server and the database are ahead of the replica that answers, in ' +
        'milliseconds.',
    ),
  unnamedProxy: z
    .boolean()
    .describe(
      'Whether the replica that answers has seen requests through a proxy that `TRUSTED_PROXIES` does not name: ' +
        'everybody behind it counts as one address.',
    ),
  replicas: count.describe('Running API processes.'),
  workers: count.describe('Running workers, which carry out imports.'),
  pages: count.describe('Open pages on all replicas, some seconds ago.'),
  people: count.nullable(),
  index: z
    .strictObject({
      buckets: count.describe('Number of buckets.'),
      bucketsKnown: count.describe('Buckets that are indexed. For the others, S3 itself is asked.'),
      objects: count.describe('Files and folder markers indexed so far.'),
      memory: count.describe('Bytes.'),
      checked: z.string().nullable().describe('When everything was last checked, RFC 3339.'),
    })
    .describe('The index of the replica that answers.'),
  operations: count.nullable().describe('Copies, moves and deletions in progress.'),
  uploads: count.nullable().describe('Unfinished uploads.'),
  jobs: z
    .strictObject({ running: count, waiting: count.describe('Without those whose time has not come.') })
    .nullable()
    .describe('What workers do: imports, looks into feeds, reading the dates of photos.'),
  previews: z
    .strictObject({
      rendering: count,
      waiting: count,
      lastMs: count.nullable().describe('Milliseconds that the last one took.'),
    })
    .describe('On the replica that answers.'),
  unreachableKeys: count.describe(
    'Objects whose keys are not valid paths: only other tools can reach them. Counted up to 10,000.',
  ),
  hiddenFolders: count
    .nullable()
    .describe(
      'Folders whose content is not shown because another tool has written a file of the same name. ' +
        'Counted up to 100.',
    ),
  shadowed: z
    .array(z.string())
    .nullable()
    .describe("People who have an item with the shared folder's name in their root, which is not shown."),
})
export type HouseholdStatus = z.infer<typeof householdStatus>

export const statusRecord = z.strictObject({
  parts: z.array(
    z.strictObject({
      part: z.enum(STATUS_PARTS),
      state: z.enum(STATUS_STATES),
      setting: z.enum(STATUS_SETTINGS).optional().describe('The setting that turns it off, for administrators.'),
      ms: z.int().nonnegative().optional().describe('Response time in milliseconds.'),
      objects: z
        .int()
        .nonnegative()
        .optional()
        .describe('For the index, for administrators: files and folder markers indexed so far.'),
    }),
  ),
  looked: z.string().describe('When this was checked, RFC 3339.'),
  version: z.string().optional().describe('For administrators.'),
  household: householdStatus.optional(),
})
export type StatusRecord = z.infer<typeof statusRecord>
