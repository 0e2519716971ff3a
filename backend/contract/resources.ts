// Files and folders, as `/api/resources` answers them.
import { z } from 'zod'
import { FILM_SUBTITLES_MAX } from './limits.ts'
import { photo } from './photos.ts'
import { sorting } from './users.ts'
import { CHECKSUM_ALGORITHMS } from './resource-kinds.ts'

export { CHECKSUM_ALGORITHMS, type ChecksumAlgorithm, isFolderResource } from './resource-kinds.ts'

export { KEY_MAX_BYTES, SEGMENT_MAX_BYTES, TEXT_CONTENT_MAX_BYTES } from './limits.ts'

export const FILE_TYPES = ['video', 'audio', 'image', 'pdf', 'text', 'textImmutable', 'blob', 'invalid_link'] as const
export type FileType = (typeof FILE_TYPES)[number]

/** Bytes that are read to tell text from other content. */
export const SNIFF_BYTES = 512
/** Go's mode bits, as the reference server sends them. Clients do not use them. */
export const FILE_MODE = 416
export const FOLDER_MODE = 2147484136
/** The value of `modified` if the storage does not tell the time. */
export const NO_TIME = '0001-01-01T00:00:00Z'

/** Extensions of subtitle files, in either case. */
export const SUBTITLE_ENDINGS = ['.vtt', '.srt', '.ass', '.ssa'] as const

/** Pixels of a picture as displayed, after applying its EXIF orientation. */
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
      'Bytes; for a folder, the bytes of all files below it. 0 for a folder in which a rule or hidden dotfiles could ' +
        'hide something from the caller, whether they do or not.',
    ),
  extension: z.string().describe('The part of the name from the last dot on, case preserved; empty if there is none.'),
  modified: z
    .string()
    .describe(
      'RFC 3339 with a fraction of a second. A folder has the time of its newest content, or its own if it is empty. ' +
        'A folder in which a rule or hidden dotfiles could hide something from the caller always has its own time, ' +
        'else 0001-01-01T00:00:00Z.',
    ),
  mode: z.int().nonnegative().describe('Mode bits for older clients. No client needs them.'),
  isDir: z.boolean(),
  isSymlink: z.literal(false),
  type: z
    .union([z.enum(FILE_TYPES), z.literal('')])
    .describe('The kind of a file, by its name or else by its first bytes; empty for a folder.'),
  resolution: resolution.optional().describe('Pixels of a picture as displayed, if known.'),
  subtitles: z
    .array(z.string())
    .max(FILM_SUBTITLES_MAX)
    .optional()
    .describe(`For a video: paths of its subtitle files, ${FILM_SUBTITLES_MAX} at most, in natural order.`),
  moreSubtitles: z.literal(true).optional().describe('For a video: there are more subtitle files than listed.'),
})
export type Item = z.infer<typeof item>

/** A single file. */
export const fileResource = item.extend({
  content: z.string().optional().describe('The text of a text file of up to 10 MiB, for callers who may download.'),
  checksums: z
    .partialRecord(z.enum(CHECKSUM_ALGORITHMS), z.string())
    .optional()
    .describe('The requested checksum, in hexadecimal.'),
  photo: photo.optional().describe('What a camera wrote into a picture, if that was requested and there is any.'),
})
export type FileResource = z.infer<typeof fileResource>

/** A single folder with its items. */
export const folderResource = item.extend({
  items: z.array(item).describe('The items, in the order of `sorting`.'),
  numDirs: z.int().nonnegative(),
  numFiles: z.int().nonnegative(),
  sorting,
})
export type FolderResource = z.infer<typeof folderResource>

export const resource = z.union([folderResource, fileResource])
export type Resource = z.infer<typeof resource>

/** Answer of GET `/api/usage{path}`, in bytes. */
export const usage = z.strictObject({
  used: z.int().nonnegative().describe('Bytes of the present files in the scope.'),
  history: z
    .int()
    .nonnegative()
    .optional()
    .describe(
      'Bytes of older versions and deleted files, as far as Nido knows. Left out for a file, until ' +
        'they have been counted, and if rules could hide some of them from a person whom no limit ' +
        'concerns.',
    ),
  historyLimit: z.int().nonnegative().optional().describe('The limit of `history`; left out if there is none.'),
  total: z
    .int()
    .nonnegative()
    .describe('The total space in bytes: the quota of the person, or else the size of the storage; 0 if unknown.'),
  shared: z
    .strictObject({
      used: z.int().nonnegative().describe('Bytes of its present files.'),
      history: z
        .int()
        .nonnegative()
        .optional()
        .describe('Bytes of its older versions and deleted files; left out until they have been counted.'),
      total: z.int().nonnegative().describe('The limit of both together.'),
    })
    .optional()
    .describe('The shared folder, if it has a limit and no rule could hide anything in it from the person.'),
})
export type Usage = z.infer<typeof usage>
