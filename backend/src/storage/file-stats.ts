// What the storage tells of a file, from the object's head or from its entry in a listing.
import { AppError } from '../lib/app-error.ts'
import type { StorageCore } from './core.ts'
import type { Listed } from './listing-page.ts'
import { contentIdOf, mtimeOf, PUT_BY, WRITE_ID } from './metadata.ts'
import { fileObject, versionsOfKey } from './names.ts'
import { headObject, type ObjectHead } from './objects.ts'
import { fileKey, type Place } from './paths.ts'
import type { PresentFile } from './present-objects.ts'
import type { FileStat, FileVersionStat } from './types.ts'

export const statOf = (head: ObjectHead): FileStat => factsOf(head, head.lastModified)

export const statOfListed = (listed: Listed): FileStat => factsOf(listed, listed.lastModified)

/** One version of a file. @throws AppError `notFound` */
export async function statOfVersion(
  { clients }: Pick<StorageCore, 'clients'>,
  at: Place,
  version: string,
): Promise<FileStat> {
  const head = await headObject(clients.control, { ...fileObject(at), version })
  if (!head) throw new AppError('notFound', 'there is no such version')
  return { ...statOf(head), version }
}

/** The versions of a file that is there, newest first. `counts`: whether readers see one. */
export async function versionStats(
  core: Pick<StorageCore, 'clients'>,
  { bytesAt, version: latest }: PresentFile,
  counts: (version: Listed) => boolean,
): Promise<FileVersionStat[]> {
  const all = await versionsOfKey(core, bytesAt.bucket, fileKey(bytesAt))
  return all
    .filter((version) => !version.isMarker && counts(version))
    .map((version) => ({
      ...statOfListed(version),
      written: version.lastModified,
      isLatest: version.version === latest,
    }))
}

const factsOf = (
  { size, etag, contentType, version, metadata }: Omit<ObjectHead, 'lastModified'>,
  lastModified: Date,
): FileStat => ({
  kind: 'file',
  size,
  modified: mtimeOf(metadata, lastModified),
  etag,
  contentType,
  version,
  contentId: contentIdOf(metadata, version),
  ...writtenIn(metadata),
})

const writtenIn = ({ [WRITE_ID]: writeId, [PUT_BY]: putBy }: Record<string, string>) => ({
  ...(writeId !== undefined && { writeId }),
  ...(putBy !== undefined && { putBy }),
})
