// What the storage tells of a file, from the object's head or from its entry in a listing.
import type { Listed } from './listing-page.ts'
import { contentIdOf, mtimeOf, PUT_BY, WRITE_ID } from './metadata.ts'
import type { ObjectHead } from './objects.ts'
import type { FileStat } from './types.ts'

export const statOf = (head: ObjectHead): FileStat => factsOf(head, head.lastModified)

export const statOfListed = (listed: Listed): FileStat => factsOf(listed, listed.lastModified)

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
