// Names that hide. On MinIO an object, or one that was deleted, hides every key below its name from all listings.
// Before Nido writes below such a name, or makes a file where a deleted folder was, the versions in the way go to
// `history/` of the system bucket.
import type { S3Client } from '@aws-sdk/client-s3'
import { AppError } from '../lib/app-error.ts'
import { mapParallel } from '../lib/parallel.ts'
import { putAside } from './aside.ts'
import type { StorageCore } from './core.ts'
import type { Listed } from './listing-page.ts'
import { listObjects } from './listing.ts'
import { deleteObjects } from './object-removal.ts'
import type { ObjectName } from './objects.ts'
import { fileKey, folderKey, type Place, place } from './paths.ts'

const PARALLEL = 16
/** So many versions are looked at first, since the version asked for was mostly written just now. */
const NEWEST = 4
/** A name mostly has fewer versions. */
const FEW = 8

export type NameCore = Pick<StorageCore, 'clients' | 'systemBucket'>

/** The object that is the file at a place. */
export const fileObject = (at: Place): ObjectName => ({ bucket: at.bucket, key: fileKey(at) })

/** All versions of exactly this key, newest first. */
export async function versionsOfKey(
  { clients }: Pick<StorageCore, 'clients'>,
  bucket: string,
  key: string,
): Promise<Listed[]> {
  const few = await newestOfKey(clients, { bucket, key }, FEW)
  return few.length < FEW ? few : newestOfKey(clients, { bucket, key })
}

/** Tells the versions of a key, as `versionsOfKey`. */
export type FindVersions = (bucket: string, key: string) => Promise<Listed[]>

/** Finds the versions of each key once, for whoever asks at the same moment. */
export function findingOnce(core: Pick<StorageCore, 'clients'>): FindVersions {
  const found = new Map<string, Promise<Listed[]>>()
  return (bucket, key) => {
    const id = `${bucket}/${key}`
    const versions = found.get(id) ?? versionsOfKey(core, bucket, key)
    found.set(id, versions)
    return versions
  }
}

/** The version right beneath one, whatever it is; null for none, and where the one is not there. */
export async function versionBeneath(
  core: Pick<StorageCore, 'clients'>,
  { bucket, key, version }: Required<ObjectName>,
): Promise<Listed | null> {
  const beneathIn = (versions: Listed[]) => {
    const own = versions.findIndex((one) => one.version === version)
    return own < 0 ? null : (versions[own + 1] ?? null)
  }
  const newest = await newestOfKey(core.clients, { bucket, key }, NEWEST)
  const beneath = beneathIn(newest)
  return beneath || newest.length < NEWEST ? beneath : beneathIn(await versionsOfKey(core, bucket, key))
}

/** The newest versions of exactly this key, newest first; `most` of them, or all. */
async function newestOfKey(
  clients: StorageCore['clients'],
  { bucket, key }: ObjectName,
  most?: number,
): Promise<Listed[]> {
  const found: Listed[] = []
  // `key` itself comes before all keys that begin with it, so mostly a few entries tell all.
  for await (const one of listObjects(clients, { bucket, prefix: key, versions: true, maxKeys: most }))
    if (one.key !== key || found.push(one) === most) break
  return found
}

/** The names above a place that must be folders, outermost first. */
export function namesAbove(at: Place): string[] {
  const segments = at.path.split('/')
  return segments.slice(0, -1).map((_, index) => segments.slice(0, index + 1).join('/'))
}

/** Moves versions to `history/` and removes each of them by its id. Delete markers carry nothing: they just go. */
export async function moveAside(
  { core, client }: { core: NameCore; client: S3Client },
  bucket: string,
  versions: Listed[],
): Promise<void> {
  const kept = versions.filter((version) => !version.isMarker && !version.key.endsWith('/'))
  await mapParallel(kept, PARALLEL, (version) => putAside({ core, client }, bucket, version))
  await deleteObjects(client, bucket, versions)
}

/** What was deleted and is in somebody's way: the file of a name, or all that lay below it. */
export interface InTheWay {
  at: Place
  extent: 'name' | 'below'
}

/**
 * Looks what deleted things are in the way of a file, the outermost first; null for nothing. Changes nothing.
 * @throws AppError `conflict` for a file above, `isFolder` for a folder of that name
 */
export async function inTheWayOfFile(
  core: NameCore,
  at: Place,
  find: FindVersions = findingOnce(core),
): Promise<InTheWay | null> {
  const [above, below] = await Promise.all([deletedAmong(find, at, namesAbove(at)), deletedBelow(core, at)])
  return above ?? (below.length > 0 ? { at, extent: 'below' } : null)
}

/**
 * The same for a folder: its own name counts as one above.
 * @throws AppError `conflict` for a file at or above the name
 */
export const inTheWayOfFolder = (core: NameCore, at: Place): Promise<InTheWay | null> =>
  deletedAmong(findingOnce(core), at, [...namesAbove(at), at.path].filter(Boolean))

async function deletedAmong(find: FindVersions, { bucket }: Place, names: string[]): Promise<InTheWay | null> {
  const found = await Promise.all(names.map((name) => find(bucket, name)))
  const first = found.findIndex((versions) => versions.length > 0)
  const alive = found.findIndex(([newest]) => newest && !newest.isMarker)
  if (alive >= 0) throw fileInTheWay(names[alive] ?? '')
  return first < 0 ? null : { at: place(bucket, names[first] ?? ''), extent: 'name' }
}

/** A file has the name of a folder. Only another tool can have put it there. */
export const fileInTheWay = (name: string): AppError =>
  new AppError(
    'conflict',
    `a file is in the way: "${name.slice(name.lastIndexOf('/') + 1)}" is a file where this needs a folder`,
  )

/** All versions of what was deleted below a name. @throws AppError `isFolder` where something is there */
async function deletedBelow(core: NameCore, at: Place): Promise<Listed[]> {
  const buried: Listed[] = []
  for await (const listed of listObjects(core.clients, { bucket: at.bucket, prefix: folderKey(at), versions: true })) {
    if (!listed.isMarker && isNewest(buried, listed)) throw new AppError('isFolder', 'a folder with that name exists')
    buried.push(listed)
  }
  return buried
}

// Versions of one key come together, newest first.
const isNewest = (before: Listed[], listed: Listed): boolean => before.at(-1)?.key !== listed.key

/**
 * The versions of what is in the way by now, which may be more or less than was seen before.
 * @throws AppError `conflict`, `isFolder` where something is there again
 */
export async function versionsInTheWay(core: NameCore, { at, extent }: InTheWay): Promise<Listed[]> {
  if (extent === 'below') return deletedBelow(core, at)
  const versions = await versionsOfKey(core, at.bucket, at.path)
  if (versions[0] && !versions[0].isMarker) throw fileInTheWay(at.path)
  return versions
}
