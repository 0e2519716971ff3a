// Brings the files of a backup back into the buckets of a household that has none.
import { Readable } from 'node:stream'
import { AppError } from '../../lib/app-error.ts'
import { mapParallel } from '../../lib/parallel.ts'
import type { Buckets } from '../buckets.ts'
import { listPages } from '../listing.ts'
import { asNewFile, headerSafe, mtimeMetadata } from '../metadata.ts'
import { getRange, headObject, putFolderMarker } from '../objects.ts'
import { readPinned } from '../pinned-reader.ts'
import type { S3Clients } from '../s3-clients.ts'
import { contentName, type Moment, type StoredEntry } from './format.ts'
import { hashing } from './contents.ts'
import { putStream } from './object-writer.ts'
import { storedEntriesOf } from './reading.ts'
import type { BackupTarget } from './target.ts'

const PARALLEL = 8
/** Tells a restore that goes on which of the present objects are its own. */
const RESTORED = 'nido-restored'

interface RestoreOptions {
  clients: S3Clients
  buckets: Pick<Buckets, 'ensure' | 'list'>
  bucketPrefix: string
  target: BackupTarget
  moment: Moment
}

/** The name of a bucket that has files, or had some, or null. */
export async function bucketInUse({ clients, buckets }: RestoreOptions): Promise<string | null> {
  for (const bucket of await buckets.list())
    for await (const { objects } of listPages(clients, { bucket, prefix: '', versions: true, maxKeys: 1, bare: true }))
      if (objects.length > 0) return bucket
  return null
}

/** How many files were put, and how many were there already. */
export interface RestoredFiles {
  objects: number
  bytes: number
  present: number
}

/** @throws Error for bytes that are not those that were backed up */
export async function restoreFiles(options: RestoreOptions): Promise<RestoredFiles> {
  const done: RestoredFiles = { objects: 0, bytes: 0, present: 0 }
  for await (const entries of storedEntriesOf(options.target, options.moment)) {
    await mapParallel(entries, PARALLEL, async (entry) => {
      await options.buckets.ensure(options.bucketPrefix + entry.bucket)
      const isNew = await restoreFile(options, entry)
      done.objects += 1
      done.bytes += entry.size
      done.present += isNew ? 0 : 1
    })
  }
  return done
}

async function restoreFile({ clients, bucketPrefix, target }: RestoreOptions, entry: StoredEntry): Promise<boolean> {
  const to = { bucket: bucketPrefix + entry.bucket, key: entry.key }
  const metadata = headerSafe({
    ...mtimeMetadata(asNewFile(entry.metadata, entry.version), new Date(entry.modified)),
    [RESTORED]: entry.sha256,
  })
  const present = await headObject(clients.control, to)
  if (present?.metadata[RESTORED] === entry.sha256 && present.size === entry.size) return false
  if (entry.key.endsWith('/') && entry.size === 0) {
    await putFolderMarker(clients.control, to, metadata)
    return true
  }
  const body = await target.get(contentName(entry.content))
  if (!body) throw damaged(entry)
  const { stream, sum } = hashing(body)
  await putStream(clients, to, { body: stream, size: entry.size, metadata, contentType: entry.type })
  if ((await sum).sha256 !== entry.sha256) throw damaged(entry)
  return true
}

/** Reads everything back and compares the hashes. Answers the names of files that are not as they were. */
export async function verifyFiles(options: RestoreOptions): Promise<string[]> {
  const wrong: string[] = []
  for await (const entries of storedEntriesOf(options.target, options.moment)) {
    await mapParallel(entries, PARALLEL, async (entry) => {
      if ((await hashNow(options, entry)) !== entry.sha256) wrong.push(`${entry.bucket}/${entry.key}`)
    })
  }
  return wrong
}

/** The hash of what is there now; null where nothing is. */
async function hashNow(
  { clients, bucketPrefix }: RestoreOptions,
  { bucket, key }: StoredEntry,
): Promise<string | null> {
  const from = { bucket: bucketPrefix + bucket, key }
  const head = await headObject(clients.control, from)
  if (!head) return null
  const range = { start: 0, end: head.size - 1 }
  const body =
    head.size === 0
      ? Readable.from([])
      : readPinned((part, signal) => getRange(clients, from, { ...part, signal }), range)
  const { stream, sum } = hashing(body)
  stream.resume()
  return (await sum).sha256
}

const damaged = ({ bucket, key }: StoredEntry): Error =>
  new AppError('internal', `the backup is damaged: the bytes of ${bucket}/${key} are missing or changed`)
