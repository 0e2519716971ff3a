// Bringing back what one delete took. Markers go where they lie on top of the noted version; what is newer stays.
import { AppError } from '../../lib/app-error.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { headAside } from '../aside.ts'
import type { PendingOperation } from '../journal.ts'
import type { Listed } from '../listing.ts'
import { WRITTEN_AS } from '../metadata.ts'
import { clearBelow, namesAbove, versionsOfKey } from '../names.ts'
import { copyObject, deleteObjects, headObject, putFolderMarker } from '../objects.ts'
import { asideOf, isVersion, noteIdOf, positionOf, shrinkNote, thingsIn } from './notes.ts'
import type { Progress } from './progress.ts'
import { entryId, type ManifestEntry } from './manifests.ts'
import type { Outcome } from './registry.ts'
import { sizeOf } from './removal.ts'
import { bringToTop } from './replacing.ts'
import { clearAndList, foldersOf, isMarkerKey, listStacks, type Stack, type Target } from './tree.ts'
import { type OperationRoom, type Owner, persist } from './worker.ts'

const PARALLEL = 16
const THINGS_AT_ONCE = 4
/** So many at once, between two looks whether somebody has cancelled it. */
const BATCH = 250

/** Refuses a restore whose place is taken by something of another kind, or by a newer file. @throws AppError `conflict` */
export async function checkRestore(room: OperationRoom, target: Target): Promise<void> {
  const names = [...namesAbove(target.at), target.at.path]
  const found = await Promise.all(names.map((name) => versionsOfKey(room.core, target.at.bucket, name)))
  if (found.some(([newest]) => newest && !newest.isMarker)) throw new AppError('conflict', 'a file has taken that name meanwhile')
  // The file that comes back would hide what was deleted below its name.
  if (target.isFile) await clearBelow(room.core, target.at)
}

/** Brings back key by key, until somebody cancels it, then forgets the note, or what of it is back, and closes. */
export async function carryOutRestore(room: OperationRoom, owner: Owner, id: string, progress: Progress): Promise<Outcome> {
  return persist<Outcome>(room, owner, id, async () => {
    const op = await room.registry.mine(id, owner.lease)
    if (!op) return room.registry.outcome(id)
    const noteId = noteIdOf(id)
    const note = await room.notes.note(noteId)
    const all = note ? await room.manifests.read(noteId) : []
    // A note goes before what it holds: one that is there holds something.
    if (note && all.length === 0) throw new AppError('unavailable', 'what the trash holds cannot be read')
    const picked = await room.manifests.read(id, { mayBeEmpty: true })
    const noted = picked.length > 0 ? picked : all
    const left = await (note?.kind === 'replace' ? bringToTop(room, { owner, op, progress }, noted) : bringBackThings(room, { owner, op, progress }, noted))
    const back = new Set(noted.map(entryId)).difference(new Set(left.map(entryId)))
    await shrinkNote(room, noteId, all.filter((entry) => !back.has(entryId(entry))))
    const isStopped = left.length > 0
    if (!await room.registry.close(id, owner.lease, isStopped ? 'stopped' : 'running')) return null
    await room.manifests.remove(id)
    return isStopped ? 'stopped' : 'done'
  })
}

// Where somebody made a file at the name of a folder that comes back, the file stays and what lay below stays deleted.
async function clearAndListKeepingFiles(room: OperationRoom, owner: Owner, target: Target, files: ManifestEntry[]): Promise<Stack[]> {
  const stacks = await clearAndList(room.core, owner.client, target)
  const taken = new Set(stacks.filter((stack) => !stack.versions.at(-1)?.isMarker).map((stack) => stack.name))
  const folders = new Set([...foldersOf(files.map((entry) => entry.name))].filter((folder) => !taken.has(folder)))
  return clearAndList(room.core, owner.client, target, folders)
}

interface BringingBack { owner: Owner; op: PendingOperation; target: Target; progress: Pick<Progress, 'left'> }

/** What one action deleted may be several things, far apart: each comes back by itself. Answers what is left. */
async function bringBackThings(room: OperationRoom, { owner, op, progress }: Pick<BringingBack, 'owner' | 'op'> & { progress: Progress }, noted: ManifestEntry[]): Promise<ManifestEntry[]> {
  const things = thingsIn(noted)
  const isOne = things.length === 1
  const left = await mapParallel(things, THINGS_AT_ONCE, async ({ target, entries }) => {
    const rest = await bringBackDeleted(room, { owner, op, target, progress: isOne ? progress : { left: () => undefined } }, entries)
    const { count, bytes } = sizeOf(entries)
    if (!isOne && rest.length === 0) {
      progress.addItems(count)
      progress.addBytes(bytes)
    }
    return rest
  })
  return left.flat()
}

/** Answers what is left, which is something only where it was cancelled. */
async function bringBackDeleted(room: OperationRoom, { owner, op, target, progress }: BringingBack, noted: ManifestEntry[]): Promise<ManifestEntry[]> {
  const files = noted.filter((entry) => !isMarkerKey(entry.key))
  const stacks = new Map((await clearAndListKeepingFiles(room, owner, target, files)).map((stack) => [stack.key, stack]))
  for (let at = 0; at < files.length; at += BATCH) {
    const batch = files.slice(at, at + BATCH)
    await room.core.failpoints.at('restore.batch', `${op.dst} ${at}`)
    if (await room.registry.isCancelled(op.id) || !await bringBack(room, { owner, op }, batch, stacks)) return stillDeleted(room, target, noted)
    const left = sizeOf(files.slice(at + BATCH))
    progress.left(left.count, left.bytes)
  }
  const markers = noted.filter((entry) => isMarkerKey(entry.key) && !stacks.has(entry.key))
  await mapParallel(markers, PARALLEL, ({ bucket, key }) => putFolderMarker(owner.client, { bucket, key }))
  return []
}

/** What of a delete is not back. That something newer lies in its place does not count: who begins again leaves that alone as well. */
async function stillDeleted(room: OperationRoom, target: Target, noted: ManifestEntry[]): Promise<ManifestEntry[]> {
  const newest = new Map((await listStacks(room.core, target)).map(({ key, versions }) => [key, versions.at(-1)]))
  return noted.filter(({ key, version }) => (isMarkerKey(key) ? !newest.has(key) : !isVersion(newest.get(key), version)))
}

/** False where it was cancelled on its way. */
async function bringBack(room: OperationRoom, { owner, op }: Pick<BringingBack, 'owner' | 'op'>, files: ManifestEntry[], stacks: ReadonlyMap<string, Stack>): Promise<boolean> {
  const [{ bucket } = { bucket: '' }] = files
  const judged = files.map((entry) => ({ entry, markers: markersAbove(entry, stacks.get(entry.key)?.versions ?? []) }))
  const covered = judged.flatMap(({ entry, markers }) => markers?.map(({ version }, depth) => ({ key: entry.key, version, depth })) ?? [])
  // From the top down, so that nothing but a marker shows under way.
  for (let depth = 0; covered.some((marker) => marker.depth === depth); depth += 1) {
    await deleteObjects(owner.client, bucket, covered.filter((marker) => marker.depth === depth))
  }
  const aside = judged.filter(({ markers }) => markers === null).map(({ entry }) => entry)
  const isBack = await mapParallel(aside, PARALLEL, async (entry) => {
    if (await room.registry.isCancelled(op.id)) return false
    await bringBackFromHistory(room, owner, entry, stacks)
    return true
  })
  return !isBack.includes(false)
}

/** The markers that lie on top of a noted version, newest first; none where something newer lies there, null where the version is not among these (oldest first). */
function markersAbove(entry: ManifestEntry, versions: Listed[]): Listed[] | null {
  const at = positionOf(entry, versions)
  if (at < 0) return null
  const above = versions.slice(at + 1)
  return above.every((version) => version.isMarker) ? above.toReversed() : []
}

async function bringBackFromHistory(room: OperationRoom, owner: Owner, entry: ManifestEntry, stacks: ReadonlyMap<string, Stack>): Promise<void> {
  const versions = stacks.get(entry.key)?.versions ?? []
  const isTaken = versions.length > 0 && !versions.at(-1)?.isMarker
  const isBelowFile = [...foldersOf([entry.key])].some((folder) => stacks.has(folder) && !stacks.get(folder)?.versions.at(-1)?.isMarker)
  if (isTaken || isBelowFile) return
  const from = asideOf(room, entry)
  const aside = await headAside(room.core.clients.control, from)
  if (!aside) {
    // It is forgotten as soon as this is over: that it is nowhere is not believed of a listing alone.
    if (await headObject(room.core.clients.control, { bucket: entry.bucket, key: entry.key, version: entry.version })) throw new AppError('unavailable', 'the storage lists less than there is')
    return
  }
  await copyObject(owner.client, { ...from, size: aside.size }, { bucket: entry.bucket, key: entry.key }, { ...aside, metadata: { ...aside.metadata, [WRITTEN_AS]: entry.version } })
  await deleteObjects(room.core.clients.control, from.bucket, [{ key: from.key }])
}
