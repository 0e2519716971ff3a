// Decides how a noted version is brought back to the top of its key, given what lies there now.
import { findAside } from '../aside.ts'
import type { Listed } from '../listing-page.ts'
import { COPY_OF, isVersion } from '../metadata.ts'
import { headObject, type ObjectFacts, type ObjectName } from '../objects.ts'
import { AppError } from '../../lib/app-error.ts'
import { positionOf } from './notes.ts'
import type { ManifestEntry } from './manifests.ts'
import { foldersOf, isMarkerKey, type Stack } from './stacks.ts'
import type { OperationContext } from './worker.ts'

/** Where a noted version lies, and its metadata. */
export type Kept = ObjectName & ObjectFacts & { size: number; etag: string; lastModified: Date }

/**
 * - `there`: its bytes are in place.
 * - `uncover`: nothing but markers lie above it (newest first): they go.
 * - `rise`: something newer lies above it, or it was moved out of the way: it is copied on top. `replaced` is what
 * readers see there now.
 * - `taken`: something else is there now, and stays.
 * - `lost`: it no longer exists.
 */
export type Judgement =
  | { kind: 'there' | 'taken' | 'lost' }
  | { kind: 'uncover'; markers: Listed[] }
  | { kind: 'rise'; from: Kept; isAside: boolean; replaced: ManifestEntry | null }

/** What lies at the keys of a note, oldest first, and the folders, without closing slash, that somebody sees there. */
export interface FoundVersions {
  versions: ReadonlyMap<string, Listed[]>
  folders: ReadonlySet<string>
}

/** What was found, as it is judged by. */
export function foundOf(stacks: Pick<Stack, 'key' | 'versions'>[]): FoundVersions {
  const versions = new Map(stacks.map((stack) => [stack.key, stack.versions]))
  return { versions, folders: foldersOf([...versions.keys()].filter((key) => isSeen(versions.get(key)))) }
}

/** Whether readers see the newest of some versions. */
const isSeen = (versions: Listed[] | undefined): boolean => versions?.at(-1)?.isMarker === false

export interface Judging {
  context: Pick<OperationContext, 'core'>
  /** The mark of copies that the restore itself has made; '' before it is registered. */
  operationId: string
  found: FoundVersions
  /** Whether a file has the name of a folder above, so that nothing is listed. */
  isHidden?: boolean
  /** Whether something else at its place may be replaced. */
  mayReplace: boolean
}

/** The newest noted version of each key: it was deleted last, the others only lie beneath it. */
export function newestOfEach(entries: ManifestEntry[], found: FoundVersions): ManifestEntry[] {
  const newest = new Map<string, ManifestEntry>()
  const positionIn = (entry: ManifestEntry) => positionOf(entry, found.versions.get(entry.key) ?? [])
  for (const entry of entries) {
    const known = newest.get(entry.key)
    if (!known || positionIn(entry) >= positionIn(known)) newest.set(entry.key, entry)
  }
  return [...newest.values()]
}

/** Changes nothing. @throws AppError `unavailable` where the storage lists less than there is */
export async function judge(
  { context, operationId, found, mayReplace, isHidden = false }: Judging,
  entry: ManifestEntry,
): Promise<Judgement> {
  const versions = found.versions.get(entry.key) ?? []
  if (isMarkerKey(entry.key)) return { kind: versions.length > 0 ? 'there' : isHidden ? 'taken' : 'lost' }
  const top = versions.at(-1)
  const isCopied = versions.some(({ metadata }) => metadata[COPY_OF] === `${operationId}:${entry.version}`)
  if (isVersion(top, entry.version) || isCopied) return { kind: 'there' }
  // A file would hide what is in a folder of its name.
  if (isHidden || isBelowFile(entry, found) || found.folders.has(entry.key)) return { kind: 'taken' }
  const isTaken = top !== undefined && !top.isMarker
  if (isTaken && !mayReplace) return { kind: 'taken' }
  const at = positionOf(entry, versions)
  const above = versions.slice(at + 1)
  if (at >= 0 && above.every((version) => version.isMarker)) return { kind: 'uncover', markers: above.toReversed() }
  const older = versions[at]
  const from = older ? { ...older, bucket: entry.bucket } : await keptAside(context, entry)
  if (!from) return { kind: 'lost' }
  const { bucket, key } = entry
  return {
    kind: 'rise',
    from,
    isAside: !older,
    replaced: isTaken ? { bucket, key, name: key, version: top.version, size: top.size } : null,
  }
}

/** Whether a file now has the name of a folder that would come back: the file stays. */
export const isBelowFile = ({ key }: Pick<ManifestEntry, 'key'>, { versions }: FoundVersions): boolean =>
  [...foldersOf([key])].some((folder) => isSeen(versions.get(folder)))

async function keptAside(context: Judging['context'], entry: ManifestEntry): Promise<Kept | null> {
  const aside = await findAside(context.core, entry)
  if (aside) return aside
  // A listing may have missed it: ask for it by name.
  const isThere =
    entry.version !== '' &&
    (await headObject(context.core.clients.control, { bucket: entry.bucket, key: entry.key, version: entry.version }))
  if (isThere) throw new AppError('unavailable', 'the storage lists less than there is')
  return null
}
