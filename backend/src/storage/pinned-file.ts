// A file pinned to one version: whoever reads it follows that version when the file is moved or replaced.
import { AppError } from '../lib/app-error.ts'
import { sleep } from '../lib/sleep.ts'
import { historyKey } from './aside.ts'
import type { StorageCore } from './core.ts'
import type { HeadStart } from './head-start.ts'
import { isCommitted, type PendingOperation } from './journal-state.ts'
import { COPY_OF, isVersion } from './metadata.ts'
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

/** What is known of a file, where its bytes lie, and the first of them where these are on their way. */
export interface FoundFile {
  stat: FileStat
  bytesAt: Place
  headStart?: HeadStart | null
}

/** A file as a stat told it. S3 is not asked: whether the file is still there shows when it is read. */
export function pinnedFile(core: StorageCore, { stat, bytesAt, headStart = null }: FoundFile): OpenFile {
  const pinned: Pinned = { bucket: bytesAt.bucket, key: fileKey(bytesAt), version: stat.version, etag: stat.etag }
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
  const { ops, closed } = await core.journal.read()
  const moves = [...ops.filter(isCommitted), ...closed.filter((op) => op.how === 'removing')]
    .filter(({ kind }) => kind === 'move')
    .flatMap((op) => placesIn(op, path) ?? [])
  for (let look = 0; look < LOOKS && moves.length > 0; look += 1) {
    if (look > 0) await sleep(PAUSE_MS)
    for (const move of moves) {
      const found = await lookIn(core, move, from)
      if (found) return found
    }
  }
  const key = historyKey(from.bucket, from.key, from.version)
  const aside = await translating(() => headObject(core.clients.control, { bucket: core.systemBucket, key }))
  return aside ? { bucket: core.systemBucket, key, version: aside.version } : null
}

/** Where a move takes a file from, and where to. */
interface MovedFile {
  id: string
  source: Place
  target: Place
}

/** The two places of a file in a move, of which `path` is either; null where it is neither. */
function placesIn({ id, src, dst }: Pick<PendingOperation, 'id' | 'src' | 'dst'>, path: string): MovedFile | null {
  if (src === null || dst === null) return null
  const own = [src, dst].find((end) => path === end || isBelow(path, end))
  if (own === undefined) return null
  const rest = path.slice(own.length)
  return { id, source: placeOfText(src + rest), target: placeOfText(dst + rest) }
}

/** A file in a folder that is moved may have been told with the version that lies where the folder was. */
async function lookIn(
  core: StorageCore,
  { id, source, target }: MovedFile,
  { bucket, key, version, etag }: Pinned,
): Promise<Omit<Pinned, 'etag'> | null> {
  if (version !== '' && (bucket !== source.bucket || key !== source.path)) {
    const object = { bucket: source.bucket, key: source.path, version }
    if (await translating(() => headObject(core.clients.control, object))) return object
  }
  const copy = (await versionsOfKey(core, target.bucket, target.path)).find(
    // What was renamed twice may have been told with the version that lay where it was first.
    (one) => one.metadata[COPY_OF] === `${id}:${version || etag}` || (version !== '' && isVersion(one, version)),
  )
  return copy ? { bucket: target.bucket, key: target.path, version: copy.version } : null
}
