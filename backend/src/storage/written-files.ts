// What a file carries that Nido writes, and what is answered of it.
import type { FileStat } from './entries.ts'
import { statOf } from './file-stats.ts'
import { DEFAULT_TYPE, formatMtime, MTIME, typeByName, WRITE_ID } from './metadata.ts'
import type { ObjectFacts, ObjectHead } from './objects.ts'
import type { Place } from './paths.ts'
import { putByMetadata } from './putters.ts'
import type { BegunWith } from './writes.ts'

export const factsOfWrite = (at: Place, { modified, writeId, putBy }: BegunWith): ObjectFacts => ({
  metadata: {
    [MTIME]: formatMtime(modified),
    ...(writeId && { [WRITE_ID]: writeId }),
    ...(putBy !== undefined && putByMetadata(putBy, at)),
  },
  contentType: typeByName(at.path) || DEFAULT_TYPE,
})

/** What a reader finds of a version that a write has made. */
export const statOfWrite = (
  at: Place,
  made: Pick<ObjectHead, 'etag' | 'version' | 'size'>,
  write: BegunWith,
): FileStat => statOf({ ...made, ...factsOfWrite(at, write), lastModified: write.modified })
