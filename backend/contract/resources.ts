// Files and folders as `/api/resources` tells them.
import { z } from 'zod'
import { FILM_SUBTITLES_MAX } from './limits.ts'
import { sorting } from './users.ts'
import { CHECKSUM_ALGORITHMS } from './resource-kinds.ts'

export { CHECKSUM_ALGORITHMS, type ChecksumAlgorithm, isFolderResource } from './resource-kinds.ts'

export { KEY_MAX_BYTES, SEGMENT_MAX_BYTES, TEXT_CONTENT_MAX_BYTES } from './limits.ts'

export const FILE_TYPES = ['video', 'audio', 'image', 'pdf', 'text', 'textImmutable', 'blob', 'invalid_link'] as const
export type FileType = (typeof FILE_TYPES)[number]

/** Bytes looked at to tell text from anything else. */
export const SNIFF_BYTES = 512
/** Go's mode bits as the reference server tells them; clients don't use them. */
export const FILE_MODE = 416
export const FOLDER_MODE = 2147484136
/** What `modified` says where no time is known: the storage does not tell it. */
export const NO_TIME = '0001-01-01T00:00:00Z'

/** Endings of files that are subtitles, letters of either case. */
export const SUBTITLE_ENDINGS = ['.vtt', '.srt', '.ass', '.ssa'] as const

/** Pixels of a picture as it is shown: turned as its EXIF orientation says. */
export const resolution = z.strictObject({ width: z.int().positive(), height: z.int().positive() })
export type Resolution = z.infer<typeof resolution>

/** One entry of a listing. */
export const item = z.strictObject({
  path: z.string().describe('Absolute within the scope, without a closing slash.'),
  name: z.string(),
  size: z
    .int()
    .nonnegative()
    .describe(
      'Bytes; of a folder those of all files below it, and 0 where a rule or hidden dotfiles could keep ' +
        'something in it from who asks, whether they do or not.',
    ),
  extension: z
    .string()
    .describe('What follows the last dot of the name, with it, letters as they are; empty for none.'),
  modified: z
    .string()
    .describe(
      'RFC 3339 with a fraction of a second. A folder has the time of its newest content, an empty one its ' +
        'own. One in which a rule or hidden dotfiles could keep something from who asks has its own time, ' +
        'else 0001-01-01T00:00:00Z.',
    ),
  mode: z.int().nonnegative().describe('Mode bits as older clients know them; no client needs them.'),
  isDir: z.boolean(),
  isSymlink: z.literal(false),
  type: z
    .union([z.enum(FILE_TYPES), z.literal('')])
    .describe('What a file is, by its name or else by its first bytes; empty for a folder.'),
  resolution: resolution.optional().describe('Pixels of a picture as it is shown, where they are known.'),
  subtitles: z
    .array(z.string())
    .max(FILM_SUBTITLES_MAX)
    .optional()
    .describe(
      `Of a video: paths of the subtitles that lie beside it, ${FILM_SUBTITLES_MAX} at most, in natural order.`,
    ),
  moreSubtitles: z.literal(true).optional().describe('Of a video: more lie there than are told.'),
})
export type Item = z.infer<typeof item>

/** A file asked for by itself. */
export const fileResource = item.extend({
  content: z.string().optional().describe('The text of a text file of up to 10 MiB, for those who may download.'),
  checksums: z
    .partialRecord(z.enum(CHECKSUM_ALGORITHMS), z.string())
    .optional()
    .describe('The checksum that was asked for, in hexadecimal digits.'),
})
export type FileResource = z.infer<typeof fileResource>

/** A folder asked for by itself, with what is in it. */
export const folderResource = item.extend({
  items: z.array(item).describe('What lies in it, in the order of `sorting`.'),
  numDirs: z.int().nonnegative(),
  numFiles: z.int().nonnegative(),
  sorting,
})
export type FolderResource = z.infer<typeof folderResource>

export const resource = z.union([folderResource, fileResource])
export type Resource = z.infer<typeof resource>

/** Answer of GET `/api/usage{path}`, in bytes. */
export const usage = z.strictObject({
  used: z.int().nonnegative().describe('Bytes of the present files of the scope.'),
  history: z
    .int()
    .nonnegative()
    .optional()
    .describe(
      'Bytes that old versions and deleted files take, as far as Nido knows; left out for a file, until ' +
        'they have been counted, and where rules could keep some of them from a person whom no limit ' +
        'concerns.',
    ),
  historyLimit: z.int().nonnegative().optional().describe('How many these may be; left out where nothing limits them.'),
  total: z
    .int()
    .nonnegative()
    .describe('Bytes there is room for in all: the quota of the person, else of the storage; 0 where nobody knows.'),
  shared: z
    .strictObject({
      used: z.int().nonnegative().describe('Bytes of its present files.'),
      history: z
        .int()
        .nonnegative()
        .optional()
        .describe('Bytes of its old versions and deleted files; left out until they have been counted.'),
      total: z.int().nonnegative().describe('How many bytes both may be together.'),
    })
    .optional()
    .describe('The shared folder, where it has a limit and no rule could keep anything in it from the person.'),
})
export type Usage = z.infer<typeof usage>
