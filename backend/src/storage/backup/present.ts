// Lists what was present in the buckets of a household at a moment, as readers saw it.
import type { StorageCore } from '../core.ts'
import { aliasedAround, arriving, broughtFrom, isAliased, type JournalState, leaving } from '../journal-state.ts'
import type { Listed } from '../listing-page.ts'
import { listObjects } from '../listing.ts'
import { contentIdOf, isCopyBy } from '../metadata.ts'
import { AUDIT, BRANDING_FILES } from '../own-keys.ts'
import { folderKey, isBelow, pathText, place, placeOfText } from '../paths.ts'
import { PresentObjects } from '../present-objects.ts'
import { type BackupEntry, backedUpContentOf } from './format.ts'

export interface PresentOptions {
  bucketPrefix: string
  buckets: readonly string[]
  /** The journal as it was when changes began to wait. */
  journal: JournalState
  /** Versions that were written later do not count, in milliseconds since 1970 by the clock of the storage. */
  until: number
}

/** What was there, bucket by bucket in the order of keys. */
export async function* presentAt(core: StorageCore, options: PresentOptions): AsyncGenerator<BackupEntry> {
  for (const bucket of options.buckets) {
    yield* presentIn(core, { bucket, prefix: '' }, options)
    // It goes on meanwhile, and nothing else does.
    for (const { dst } of aliasedAround(options.journal, bucket)) yield* presentBelow(core, dst, options.bucketPrefix)
  }
  // Of Nido's own things, those that cannot be made again.
  for (const prefix of [AUDIT, BRANDING_FILES]) yield* presentIn(core, { bucket: core.systemBucket, prefix }, options)
}

/** What is at the destination of a move by now, whenever it was written. */
export async function* presentBelow(
  core: StorageCore,
  destination: string,
  bucketPrefix: string,
): AsyncGenerator<BackupEntry> {
  const { bucket, path } = placeOfText(destination)
  const journal = await core.journal.read()
  if (leaving(journal, destination)) return
  if (broughtFrom(journal, destination).length > 0) {
    const moving = new PresentObjects(core).broughtTo(journal, placeOfText(destination))
    for await (const listed of moving) yield entryOf(listed, bucket.slice(bucketPrefix.length))
    return
  }
  const now: PresentOptions = { bucketPrefix, buckets: [bucket], journal, until: Infinity }
  for await (const entry of presentIn(core, { bucket, prefix: path }, now)) {
    const isBelow = entry.key === path || entry.key.startsWith(folderKey(placeOfText(destination)))
    if (isBelow) yield entry
  }
}

async function* presentIn(
  core: StorageCore,
  { bucket, prefix }: { bucket: string; prefix: string },
  options: PresentOptions,
): AsyncGenerator<BackupEntry> {
  let last = ''
  // Versions of a key follow each other, the newest first.
  for await (const listed of listObjects(core.clients, { bucket, prefix, versions: true })) {
    if (listed.key === last || !counts(listed, bucket, options)) continue
    last = listed.key
    if (!listed.isMarker) yield entryOf(listed, bucket.slice(options.bucketPrefix.length))
  }
}

/** Whether readers saw a version, or its marker, at the moment. */
function counts({ key, lastModified, metadata }: Listed, bucket: string, { journal, until }: PresentOptions): boolean {
  if (lastModified.getTime() > until) return false
  // A copy that is not committed, what is gone for readers, and what is listed by where it comes from.
  const path = pathText(place(bucket, key.replace(/\/$/, '')))
  if (journal.ops.filter(isAliased).some(({ dst }) => path === dst || isBelow(path, dst))) return false
  const copying = arriving(journal, path)
  return leaving(journal, path) === undefined && !(copying && isCopyBy(copying, metadata))
}

const entryOf = (listed: Listed, bucket: string): BackupEntry => {
  const { key, version, size, etag, lastModified, contentType, metadata } = listed
  const content = backedUpContentOf({ etag, size, contentId: contentIdOf(metadata, version) })
  return { bucket, key, version, size, etag, modified: lastModified.getTime(), type: contentType, metadata, content }
}
