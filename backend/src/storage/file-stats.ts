// What the storage tells of a file, from the object's head or from its entry in a listing.
import type { Listed } from './listing-page.ts'
import { contentIdOf, mtimeOf, WRITE_ID } from './metadata.ts'
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
  ...writeIdIn(metadata),
})

function writeIdIn(metadata: Record<string, string>): Pick<FileStat, 'writeId'> {
  const writeId = metadata[WRITE_ID]
  return writeId === undefined ? {} : { writeId }
}
