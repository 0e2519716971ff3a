// Imports: torrents, videos and links that a worker fetches into a person's files.
import { z } from 'zod'
import { checksumAlgorithmOf } from './checksums.ts'
import {
  IMPORT_ERRORS,
  IMPORT_KINDS,
  IMPORT_PHASES,
  IMPORT_PROGRAMS,
  IMPORT_STATES,
  PROBE_STATES,
  VIDEO_PRESETS,
} from './import-kinds.ts'
import {
  IMPORT_FILES_MAX,
  IMPORT_FIRST_MAX,
  IMPORT_LINK_MAX_LENGTH,
  IMPORT_LINKS_MAX,
  IMPORT_TRACKERS_MAX,
  SELECTED_PATH_MAX,
  VIDEO_ENTRIES_MAX,
  VIDEO_MAX_SECONDS,
} from './limits.ts'

const count = z.int().nonnegative()
const time = z.string().nullable().describe('RFC 3339.')

export const importFailure = z.strictObject({
  code: z.enum(IMPORT_ERRORS),
  detail: z.string().describe('A few words for people who investigate; may be empty.'),
})
export type ImportFailure = z.infer<typeof importFailure>

/** One import, as the list tells it. */
export const importRecord = z.strictObject({
  id: z.string(),
  kind: z.enum(IMPORT_KINDS),
  name: z.string().describe("Unique among the person's imports of that kind: a second `a` is `a (2)`."),
  title: z.string().nullable().describe('The title that it has turned out to have; null while unknown.'),
  username: z.string().describe('Whose it is.'),
  source: z.string().describe('The link, or the name of the torrent file.'),
  state: z.enum(IMPORT_STATES),
  phase: z.enum(IMPORT_PHASES).nullable().describe('What a running one is doing; null otherwise.'),
  progress: z.number().min(0).max(100).describe('Percent.'),
  downloaded: count.describe('Bytes.'),
  total: count.describe('Bytes; 0 while unknown.'),
  checked: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe('Percent of what a torrent has on the disk that is verified, while it is `checking` that.'),
  speed: count.describe('Bytes a second.'),
  uploaded: count.describe('Bytes given back to others; only torrents.'),
  peers: count.describe('Peers connected; only torrents.'),
  secondsLeft: count.nullable(),
  files: count.describe('Number of files it brings; 0 while unknown.'),
  filesDone: count.describe('Files that are in their folder.'),
  missed: count.describe('Entries of a list that could not be had. `resume` tries them once more.'),
  target: z.string().describe('The folder it goes to, as the person sees it.'),
  from: z.string().nullable().describe('What has begun it, if no person has: the title of a followed feed.'),
  result: z.string().nullable().describe('What it has brought: a file, or the folder that holds its files.'),
  error: importFailure
    .nullable()
    .describe(
      'Why it failed, why one that waits has made room for others, or why the first of the missed entries failed.',
    ),
  place: z.number().describe("Its place among the person's waiting imports; the smallest comes first."),
  preset: z.enum(VIDEO_PRESETS).nullable().describe('Only videos.'),
  duration: count.nullable().describe('Seconds; only videos.'),
  hasPicture: z.boolean().describe('Whether `GET /api/imports/{id}/picture` answers one.'),
  inOrder: z.boolean().describe('Whether a torrent comes from its beginning on, so that it can be watched meanwhile.'),
  created: z.string().describe('RFC 3339.'),
  started: time,
  ended: time,
})
export type ImportRecord = z.infer<typeof importRecord>

/** Answer of `GET /api/imports`. */
export const importList = z.strictObject({
  items: z.array(importRecord).describe('Those that have not ended by their place, then the others, latest first.'),
  worker: z.boolean().describe('Whether a worker is running. Without one, imports wait.'),
  missing: z.array(z.enum(IMPORT_PROGRAMS)).describe('Programs that the workers lack.'),
})
export type ImportList = z.infer<typeof importList>

/** One file of a torrent. */
export const importFile = z.strictObject({
  path: z.string().describe('Below the folder of the import, with `/`.'),
  size: count,
  downloaded: count,
  wanted: z.boolean(),
  done: z.boolean().describe('It is in its folder.'),
})
export type ImportFile = z.infer<typeof importFile>

/** Answer of `GET /api/imports/{id}`. */
export const importDetails = importRecord.extend({
  contents: z.array(importFile).max(IMPORT_FILES_MAX).describe('The files of a torrent, once known.'),
  first: z.array(count).describe('The numbers of files that come before the others, in this order.'),
  trackers: z.array(z.string()).describe('Only torrents.'),
})
export type ImportDetails = z.infer<typeof importDetails>

const link = z.string().min(1).max(IMPORT_LINK_MAX_LENGTH)
const target = z.string().max(SELECTED_PATH_MAX).describe('A folder, as the person sees it; empty for the usual one.')

const seconds = z.int().nonnegative().max(VIDEO_MAX_SECONDS)

/** A part of a video, in seconds. */
export const videoClip = z.object({
  from: seconds,
  to: seconds.nullable().describe('Greater than `from`; null for the end of the video.'),
})
export type VideoClip = z.infer<typeof videoClip>

/** Names an entry of a list, the same as long as the entry has the same address. */
const entryKey = z.string().regex(/^[0-9a-f]{8}$/)

/** Body of `POST /api/imports/probe`. */
export const probeBody = z.object({
  link: link.describe('An http or https address.'),
  entries: z.boolean().optional().describe('Whether a playlist is looked at, or only the video that is linked.'),
})
export type ProbeBody = z.infer<typeof probeBody>

/** What there is at a link. */
export const foundVideo = z.strictObject({
  title: z.string().describe('Of the video or of the list; may be empty.'),
  duration: count.nullable().describe('Seconds.'),
  hasPicture: z.boolean().describe('Whether `GET /api/imports/probe/{id}/picture` answers one.'),
  listed: count.describe('How many entries the playlist has that it is, or that it is the first of; 0 without one.'),
  entries: z
    .array(z.strictObject({ key: entryKey, title: z.string(), duration: count.nullable() }))
    .max(VIDEO_ENTRIES_MAX)
    .describe('The first entries of a playlist, to choose from, if it was looked at.'),
})
export type FoundVideo = z.infer<typeof foundVideo>

/** Answer of `POST /api/imports/probe` and `GET /api/imports/probe/{id}`. */
export const videoProbe = z.strictObject({
  id: z.string(),
  state: z.enum(PROBE_STATES),
  error: importFailure.nullable().describe('Why nothing was found.'),
  found: foundVideo.nullable(),
})
export type VideoProbe = z.infer<typeof videoProbe>

/** Body of `POST /api/imports`. */
export const importBody = z.object({
  links: z.array(link).min(1).max(IMPORT_LINKS_MAX).describe('Magnet links, and http or https addresses.'),
  kind: z
    .enum(IMPORT_KINDS)
    .optional()
    .describe('If left out, magnet links are torrents, pages of known video sites videos, all others links.'),
  target: target.optional(),
  preset: z.enum(VIDEO_PRESETS).optional(),
  subtitles: z.boolean().optional().describe('Whether subtitles come with a video.'),
  entries: z.boolean().optional().describe('Whether all entries of a playlist come, or only the one linked.'),
  chosen: z
    .array(entryKey)
    .min(1)
    .max(VIDEO_ENTRIES_MAX)
    .optional()
    .describe('The entries of a playlist that come, as a look at it has named them. Only for a single link.'),
  clip: videoClip
    .optional()
    .describe('The part of a single video that comes, with the nearest pictures it can begin at.'),
  inOrder: z.boolean().optional(),
  again: z.boolean().optional().describe('Whether links that were imported before are imported once more.'),
  checksum: z
    .string()
    .refine((hex) => checksumAlgorithmOf(hex) !== null, 'it is no checksum')
    .optional()
    .describe(
      'What the file must have, in hexadecimal: SHA-256, SHA-1, MD5 or SHA-512, by its length. Only for one link, ' +
        'which is then a link to a file.',
    ),
})
export type ImportBody = z.infer<typeof importBody>

/** One import of the past. */
export const importHistoryItem = z.strictObject({
  kind: z.enum(IMPORT_KINDS),
  link: z.string().describe('The link, or the name of the torrent file.'),
  name: z.string(),
  result: z.string().nullable().describe('What it brought, where that was then: a file or a folder.'),
  ended: z.string().describe('RFC 3339.'),
})
export type ImportHistoryItem = z.infer<typeof importHistoryItem>

export const importHistory = z.strictObject({ items: z.array(importHistoryItem).describe('The latest first.') })

/** Answer of `POST /api/imports`. */
export const importsStarted = z.strictObject({
  items: z.array(importRecord),
  refused: z.array(z.strictObject({ link: z.string(), error: z.enum(IMPORT_ERRORS) })),
  known: z
    .array(importHistoryItem)
    .describe('What was imported before, and is therefore not imported without `again`.'),
})
export type ImportsStarted = z.infer<typeof importsStarted>

/** Body of `PATCH /api/imports/{id}`. What is left out stays. */
export const changeImportBody = z.object({
  place: z.number().optional().describe('Its new place in the queue.'),
  wanted: z
    .array(count)
    .min(1)
    .max(IMPORT_FILES_MAX)
    .optional()
    .describe('Which files of a torrent come, by their place in `contents`, from 0.'),
  first: z
    .array(count)
    .max(IMPORT_FIRST_MAX)
    .optional()
    .describe('Files of a torrent that come before the others, in this order.'),
  inOrder: z.boolean().optional(),
  trackers: z.array(z.string().max(IMPORT_LINK_MAX_LENGTH)).max(IMPORT_TRACKERS_MAX).optional(),
})
export type ChangeImportBody = z.infer<typeof changeImportBody>

/** Answer of `POST /api/import-torrent`. */
export const torrentStarted = z.strictObject({ id: z.string(), name: z.string() })

/** One entry of `GET /api/torrent-progress`. */
export const torrentProgress = z.strictObject({
  name: z.string(),
  progress: z.number().min(0).max(100),
  downloaded: count,
  total: count,
  done: z.boolean(),
})
export const torrentsProgress = z.record(z.string(), torrentProgress)
export type TorrentsProgress = z.infer<typeof torrentsProgress>
