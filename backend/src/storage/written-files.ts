// What a file carries that Nido writes, and what is answered of it.
import type { FileStat } from './entries.ts'
import { DEFAULT_TYPE, formatMtime, MTIME, typeByName, WRITE_ID } from './metadata.ts'
import type { ObjectFacts } from './objects.ts'
import type { Place } from './paths.ts'
import { putByMetadata } from './putters.ts'
import type { WriteOptions } from './writes.ts'

type WriteFacts = Pick<WriteOptions, 'modified' | 'writeId' | 'putBy'>

export const factsOfWrite = (at: Place, { modified, writeId, putBy }: WriteFacts): ObjectFacts => ({
  metadata: {
    [MTIME]: formatMtime(modified),
    ...(writeId && { [WRITE_ID]: writeId }),
    ...(putBy !== undefined && putByMetadata(putBy, at)),
  },
  contentType: typeByName(at.path) || DEFAULT_TYPE,
})

export const statOfWrite = (
  at: Place,
  made: Pick<FileStat, 'etag' | 'version' | 'size'>,
  { modified, writeId }: WriteFacts,
): FileStat => ({
  kind: 'file',
  modified,
  contentType: typeByName(at.path) || DEFAULT_TYPE,
  contentId: writeId ?? made.version,
  ...made,
  ...(writeId && { writeId }),
})
