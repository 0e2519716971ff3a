// Copies the bytes of entries into a backup, each content once.
import { createHash } from 'node:crypto'
import { PassThrough, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../lib/app-error.ts'
import { sleep } from '../../lib/sleep.ts'
import type { StorageCore } from '../core.ts'
import { contentIdOf } from '../metadata.ts'
import { getRange, headObject } from '../objects.ts'
import { readPinned } from '../pinned-reader.ts'
import { isMissing, s3ErrorName, translateS3Error } from '../s3-errors.ts'
import { type BackupEntry, contentName, backedUpContentOf, type StoredEntry, sumName } from './format.ts'
import type { Moves, VersionName } from './moves.ts'
import type { BackupTarget } from './target.ts'

/** Pauses before what has failed is tried again. */
const AGAIN_MS = [1_000, 5_000, 20_000]

export interface ContentOptions {
  core: StorageCore
  target: BackupTarget
  bucketPrefix: string
  moves: Pick<Moves, 'whereIs'>
}

/** An entry in the backup, and the bytes that had to be copied for it. */
export interface Copied {
  entry: StoredEntry
  copiedBytes: number
}

/**
 * Makes sure that the bytes of an entry are in the backup. Null if they were deleted for good meanwhile.
 * @throws what S3 or the target says, after some tries
 */
export async function copyContent(options: ContentOptions, entry: BackupEntry): Promise<Copied | null> {
  const known = await options.target.getSmall(sumName(entry.content))
  if (known) return { entry: { ...entry, sha256: known.toString() }, copiedBytes: 0 }
  for (let tries = 0; ; tries += 1) {
    try {
      return await copyOnce(options, entry)
    } catch (error) {
      const pause = AGAIN_MS[tries]
      if (pause === undefined) throw error
      await sleep(pause)
    }
  }
}

async function copyOnce(options: ContentOptions, entry: BackupEntry): Promise<Copied | null> {
  const { target } = options
  const body = entry.size === 0 ? emptyBody() : sourceOf(options, entry)
  try {
    const { stream, sum } = hashing(body)
    await target.put(contentName(entry.content), stream, entry.size)
    const { sha256, bytes } = await sum
    if (bytes !== entry.size) throw new AppError('unavailable', 'the storage sent fewer bytes than it listed')
    await target.putSmall(sumName(entry.content), Buffer.from(sha256))
    return { entry: { ...entry, sha256 }, copiedBytes: bytes }
  } catch (error) {
    if (!isGone(error)) throw error
    const present = entry.version === '' ? await presentAgain(options, entry) : null
    return present && copyOnce(options, present)
  } finally {
    body.destroy()
  }
}

const emptyBody = (): Readable => new PassThrough().end()

class Gone extends Error {}

/** Whether a version was deleted for good; the error may have come through the target. */
function isGone(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) if (cause instanceof Gone) return true
  return false
}

/** The bytes of a version, wherever it is by now, a second's worth at a time. */
function sourceOf({ core, bucketPrefix, moves }: ContentOptions, entry: BackupEntry): Readable {
  const { key, version, size, metadata } = entry
  const wanted = { bucket: bucketPrefix + entry.bucket, key, version, size, contentId: contentIdOf(metadata, version) }
  let from: VersionName & { etag: string } = { ...wanted, etag: entry.etag }
  return readPinned(
    async (range, signal) => {
      for (;;) {
        try {
          return await getRange(core.clients, from, { ...range, signal })
        } catch (error) {
          if (!isMissing(error) && s3ErrorName(error) !== 'PreconditionFailed') throw translateS3Error(error)
          const moved = from.version === '' ? null : await moves.whereIs(wanted)
          if (!moved) throw new Gone('this version is gone', { cause: error })
          from = { ...moved, etag: '' }
        }
      }
    },
    { start: 0, end: entry.size - 1 },
  )
}

/** On a storage without versions: what is there instead by now. */
async function presentAgain({ core, bucketPrefix }: ContentOptions, entry: BackupEntry): Promise<BackupEntry | null> {
  const head = await headObject(core.clients.control, { bucket: bucketPrefix + entry.bucket, key: entry.key })
  if (!head || head.etag === entry.etag) return null
  const { size, etag, metadata, contentType: type } = head
  const content = backedUpContentOf({ etag, size, contentId: '' })
  return { ...entry, size, etag, metadata, type, modified: head.lastModified.getTime(), content }
}

/** Hashes a stream on its way. `sum` settles when the stream has ended. */
export function hashing(body: Readable): { stream: Readable; sum: Promise<{ sha256: string; bytes: number }> } {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const sum = pipeline(body, stream).then(() => ({ sha256: hash.digest('hex'), bytes }))
  // Whoever reads the stream gets the error.
  sum.catch(() => undefined)
  return { stream, sum }
}
