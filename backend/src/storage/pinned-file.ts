// A file pinned to one version: whoever reads it follows that version when the file is moved or replaced.
import { AppError } from '../lib/app-error.ts'
import { sleep } from '../lib/sleep.ts'
import { historyKey } from './aside.ts'
import type { StorageCore } from './core.ts'
import type { HeadStart } from './head-start.ts'
import { COPY_OF } from './metadata.ts'
import { versionsOfKey } from './names.ts'
import { getRange, headObject } from './objects.ts'
import { fileKey, isBelow, pathText, type Place, place, placeOfText } from './paths.ts'
import { type AskRange, readPinned } from './pinned-reader.ts'
import { isMissing, s3ErrorName, translateS3Error, translating } from './s3-errors.ts'
import type { FileStat, OpenFile } from './types.ts'

/**
 * While DeleteObjects puts a marker on a key, MinIO's listings leave out all versions of it (seen in 2026-02). So a
 * version that must be there is looked for more than once.
 */
const LOOKS = 8
const PAUSE_MS = 50

/** Where a version lies. Without versions its ETag tells whether it is still the same. */
interface Pinned {
  bucket: string
  key: string
  version: string
  etag: string
}

/** What is known of a file, and its first bytes where they are on their way. */
export interface FoundFile {
  stat: FileStat
  headStart?: HeadStart | null
}

/** A file as a stat told it. S3 is not asked: whether the file is still there shows when it is read. */
export function pinnedFile(core: StorageCore, at: Place, { stat, headStart = null }: FoundFile): OpenFile {
  const pinned: Pinned = { bucket: at.bucket, key: fileKey(at), version: stat.version, etag: stat.etag }
  return {
    stat,
    read: (range) => readPinned(readFollowing(core, pinned, headStart), range ?? { start: 0, end: stat.size - 1 }),
  }
}

/** Reads a version, and goes on reading it in its new place when it is moved meanwhile. */
function readFollowing(core: StorageCore, pinned: Pinned, headStart: HeadStart | null): AskRange {
  let from = pinned
  return async (part, signal) => {
    const begun = headStart?.take(part)
    if (begun) return begun
    for (;;) {
      try {
        return await getRange(core.clients, from, { ...part, signal })
      } catch (error) {
        if (s3ErrorName(error) === 'PreconditionFailed')
          throw new AppError('goneMeanwhile', 'the file was replaced while it was read', { cause: error })
        const moved = isMissing(error) ? await whereIs(core, from) : null
        if (!moved) throw translateS3Error(error)
        from = { ...moved, etag: '' }
      }
    }
  }
}

/** Where a version went that was moved while somebody reads it: its copy under the new name, or `history/`. */
async function whereIs(core: StorageCore, from: Pinned): Promise<Omit<Pinned, 'etag'> | null> {
  const path = pathText(place(from.bucket, from.key))
  const journal = await core.journal.read()
  const moves = [
    ...journal.ops.filter((op) => op.state === 'removing'),
    ...journal.closed.filter((op) => op.how === 'removing'),
  ].filter(
    (op) => op.kind === 'move' && op.src !== null && op.dst !== null && (path === op.src || isBelow(path, op.src)),
  )
  for (let look = 0; look < LOOKS && moves.length > 0; look += 1) {
    if (look > 0) await sleep(PAUSE_MS)
    for (const op of moves) {
      const to = placeOfText(`${op.dst}${path.slice(op.src?.length)}`)
      const copy = (await versionsOfKey(core, to.bucket, to.path)).find(
        (version) => version.metadata[COPY_OF] === `${op.id}:${from.version || from.etag}`,
      )
      if (copy) return { bucket: to.bucket, key: to.path, version: copy.version }
    }
  }
  const key = historyKey(from.bucket, from.key, from.version)
  const aside = await translating(() => headObject(core.clients.control, { bucket: core.systemBucket, key }))
  return aside ? { bucket: core.systemBucket, key, version: aside.version } : null
}
