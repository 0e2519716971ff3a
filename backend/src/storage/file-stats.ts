// What the storage tells of a file, from the object's head or from its entry in a listing.
import { AppError } from '../lib/app-error.ts'
import type { StorageCore } from './core.ts'
import type { Listed } from './listing-page.ts'
import { contentIdOf, mtimeOf, PUT_BY, WRITE_ID } from './metadata.ts'
import { fileObject } from './names.ts'
import { headObject, type ObjectHead } from './objects.ts'
import type { Place } from './paths.ts'
import type { FileStat } from './types.ts'

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
