// The contents of an archive, as the API sends them.
import { z } from 'zod'
import { ARCHIVE_PAGE } from './archives.ts'
import { NAMES_MAX } from './limits.ts'
import { FILE_TYPES } from './resources.ts'

export const archiveItem = z.strictObject({
  path: z.string().describe('Its path in the archive, without a slash at either end.'),
  name: z.string(),
  isDir: z.boolean(),
  size: z.int().nonnegative().describe('Bytes, unpacked; for a folder, of all files in it.'),
  modified: z.string().nullable().describe('RFC 3339; null if the archive does not tell it.'),
  type: z.enum(FILE_TYPES).nullable().describe('By its name; null for a folder.'),
  trouble: z
    .enum(['encrypted', 'method'])
    .nullable()
    .describe('Why it cannot be read; `method`: it is packed in a way that is not known here.'),
})
export type ArchiveItem = z.infer<typeof archiveItem>

/** A page of a folder in an archive. */
export const archiveFolder = z.strictObject({
  folder: z.string().describe('The folder in the archive; empty for the archive itself.'),
  items: z.array(archiveItem).describe(`In the order of their names, ${ARCHIVE_PAGE} at most.`),
  cursor: z.string().nullable().describe('Where the next page begins; null on the last page.'),
  files: z.int().nonnegative().describe('Files in the whole archive.'),
  bytes: z.int().nonnegative().describe('Bytes of all of them, unpacked.'),
  leftOut: z
    .strictObject({
      links: z.int().nonnegative(),
      devices: z.int().nonnegative(),
      names: z.int().nonnegative().describe('Entries whose names lead elsewhere, or can be no name here.'),
    })
    .describe('Entries that are neither listed nor extracted.'),
  isEncrypted: z.boolean().describe('Whether even the names are encrypted, so that nothing is listed.'),
})
export type ArchiveFolder = z.infer<typeof archiveFolder>

/** The answer while a long archive is still being read. */
export const archiveScan = z.strictObject({
  bytesDone: z.int().nonnegative(),
  bytesTotal: z.int().nonnegative(),
})
export type ArchiveScan = z.infer<typeof archiveScan>

/** Answer of `GET /api/archive/entries`. */
export const archiveListing = z.union([archiveFolder, archiveScan])
export type ArchiveListing = z.infer<typeof archiveListing>

/** Body of `POST /api/archive/extract`. */
export const extractBody = z.strictObject({
  to: z.string().describe('The folder to extract to.'),
  paths: z
    .array(z.string().min(1))
    .min(1)
    .max(NAMES_MAX)
    .optional()
    .describe('What to extract, as paths in the archive; everything if missing.'),
})
export type ExtractBody = z.infer<typeof extractBody>

/** Body of `POST /api/archive/create`. */
export const compressBody = z.strictObject({
  name: z.string().min(1).describe('The name of the archive, with its ending.'),
  format: z.enum(['zip', 'targz']),
  names: z.array(z.string().min(1)).min(1).max(NAMES_MAX).describe('Items of the folder.'),
})
export type CompressBody = z.infer<typeof compressBody>
