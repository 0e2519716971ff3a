// Names that hide. On MinIO an object, or one that was deleted, hides every key below its name from all listings. Before Nido writes below such
// a name, or makes a file where a deleted folder was, the versions in the way go to `history/` of the system bucket.
import type { S3Client } from '@aws-sdk/client-s3'
import { AppError } from '../lib/app-error.ts'
import { mapParallel } from '../lib/parallel.ts'
import { putAside } from './aside.ts'
import type { StorageCore } from './core.ts'
import { type Listed, listObjects } from './listing.ts'
import { deleteObjects } from './objects.ts'
import { folderKey, type Place } from './paths.ts'

const PARALLEL = 16

export type NameCore = Pick<StorageCore, 'clients' | 'systemBucket'>

/** All versions of exactly this key, newest first. */
export async function versionsOfKey({ clients }: Pick<StorageCore, 'clients'>, bucket: string, key: string): Promise<Listed[]> {
  // `key` itself comes before all it is a prefix of: mostly one entry tells that there is nothing.
  const [first] = await firstOf(listObjects(clients, bucket, key, { versions: true, maxKeys: 1 }))
  if (first?.key !== key) return []
  const found: Listed[] = []
  for await (const listed of listObjects(clients, bucket, key, { versions: true })) {
    if (listed.key !== key) break
    found.push(listed)
  }
  return found
}

async function firstOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  for await (const item of items) return [item]
  return []
}

/** The names above a place that must be folders, outermost first. */
export function namesAbove(at: Place): string[] {
  const segments = at.path.split('/')
  return segments.slice(0, -1).map((_, index) => segments.slice(0, index + 1).join('/'))
}

/** Moves versions to `history/` and removes each of them by its id; delete markers carry nothing and just go. */
export async function moveAside(core: NameCore, client: S3Client, bucket: string, versions: Listed[]): Promise<void> {
  const kept = versions.filter((version) => !version.isMarker && !version.key.endsWith('/'))
  await mapParallel(kept, PARALLEL, (version) => putAside(core, client, bucket, version))
  await deleteObjects(client, bucket, versions)
}

/**
 * Makes the way free for a file, as a writer may: what was deleted goes aside, what is there refuses.
 * @throws AppError `conflict` for a file above, `isFolder` for a folder of that name
 */
export async function clearForFile(core: NameCore, at: Place): Promise<void> {
  await clearAbove(core, at, namesAbove(at))
  await clearBelow(core, at)
}

/** Moves aside what was deleted below a name that a file is to have. @throws AppError `isFolder` where something is there */
export async function clearBelow(core: NameCore, at: Place): Promise<void> {
  const buried: Listed[] = []
  for await (const listed of listObjects(core.clients, at.bucket, folderKey(at), { versions: true })) {
    if (!listed.isMarker && isNewest(buried, listed)) throw new AppError('isFolder', 'a folder with that name exists')
    buried.push(listed)
  }
  if (buried.length > 0) await moveAside(core, core.clients.control, at.bucket, buried)
}

// Versions of one key come together, newest first.
const isNewest = (before: Listed[], listed: Listed): boolean => before.at(-1)?.key !== listed.key

/** Makes the way free for a folder: its own name counts as one above. */
export const clearForFolder = (core: NameCore, at: Place): Promise<void> => clearAbove(core, at, [...namesAbove(at), at.path].filter(Boolean))

async function clearAbove(core: NameCore, at: Place, names: string[]): Promise<void> {
  const found = await Promise.all(names.map((name) => versionsOfKey(core, at.bucket, name)))
  if (found.some(([newest]) => newest && !newest.isMarker)) throw new AppError('conflict', 'a file is in the way')
  for (const versions of found) if (versions.length > 0) await moveAside(core, core.clients.control, at.bucket, versions)
}
