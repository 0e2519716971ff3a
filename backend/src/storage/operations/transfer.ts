// A copy or a move. Everything is copied beneath the eyes of readers, the tree flips at one commit, then exactly what was copied is removed.
import { AppError } from '../../lib/app-error.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { headAside, historyKey } from '../aside.ts'
import type { PendingOperation } from '../journal.ts'
import type { Listed } from '../listing.ts'
import { COPY_OF, mtimeMetadata, typeOfCopy, WRITTEN_AS } from '../metadata.ts'
import { clearForFile, clearForFolder } from '../names.ts'
import { copyObject, headObject, type ObjectHead, putFolderMarker } from '../objects.ts'
import { pathText, type Place, place, placeOfText } from '../paths.ts'
import type { ChangeOptions } from '../types.ts'
import { arrivalOfTransfer } from './arrival.ts'
import { destinationStacks, hasCopy, markOf, removeCopied, replacedBy, targetOf, undo } from './copies.ts'
import { tellCopied } from '../core.ts'
import type { Progress } from './progress.ts'
import type { ManifestEntry } from './manifests.ts'
import type { Outcome } from './registry.ts'
import { forgetReplaced, moveReplaced, noteReplaced } from './replacing.ts'
import { clearAndList, foldersOf, isLive, isMarkerKey, keyIn, liveVersions, pathsOf, type Stack, type Target } from './tree.ts'
import { keepFolderAround, type OperationRoom, type Owner, persist } from './worker.ts'

const PARALLEL = 16

/** What a commit needs to know of a checked transfer. */
export interface CheckedTransfer { merge: boolean }

export interface TransferRequest {
  id: string
  kind: 'move' | 'copy'
  source: Target
  destination: Place
  mayReplace: boolean
  check: (relative: string) => void
  admit: ChangeOptions['admit']
  /** What a copy takes where that is not what lies at the source now: deleted versions that are brought elsewhere. */
  pinned?: ManifestEntry[]
}

/**
 * Step 2: what may refuse the change before the first byte is copied. Nothing else touches both paths by now.
 * @throws AppError `notFound`, `conflict`, `forbidden` (by `check`), `badRequest` (a key would be too long), `noRoom` (by `admit`)
 */
export async function checkTransfer(room: OperationRoom, owner: Owner, request: TransferRequest, progress: Progress): Promise<CheckedTransfer> {
  const { source, destination } = request
  const stacks = request.pinned?.map(stackOf) ?? (await clearAndList(room.core, owner.client, source)).filter(isLive)
  if (stacks.length === 0) throw new AppError('notFound', 'there is nothing at that path')
  const names = stacks.map((stack) => stack.name)
  for (const path of pathsOf(names)) request.check(path)
  const target: Target = { at: destination, isFile: source.isFile }
  for (const name of names) place(destination.bucket, keyIn(target, name))
  const merge = await checkDestination(room, owner, request, stacks)
  await request.admit?.(await arrivalOfTransfer(room, request, stacks))
  if (request.kind === 'move') await keepFolderAround(room.core, owner, source.at)
  else await room.manifests.add(request.id, 'pinned', stacks.map((stack) => ({ ...newestOf(stack), bucket: source.at.bucket, name: stack.name })).map(({ bucket, key, name, version, size }) => ({ bucket, key, name, version, size })))
  await room.core.failpoints.at('copy.checked', pathText(destination))
  progress.expect(stacks.length, stacks.reduce((sum, stack) => sum + newestOf(stack).size, 0))
  return { merge }
}

const stackOf = ({ key, name, version, size }: ManifestEntry): Stack => ({
  key, name, versions: [{ key, version, size, isMarker: false, etag: '', lastModified: new Date(0), metadata: {}, contentType: '' }],
})

const newestOf = ({ versions }: Stack): Listed => {
  const newest = versions.at(-1)
  if (!newest) throw new Error('a key without versions')
  return newest
}

async function checkDestination(room: OperationRoom, owner: Owner, request: TransferRequest, sources: Stack[]): Promise<boolean> {
  const { destination, source } = request
  const taken = () => new AppError('conflict', source.isFile ? 'something with that name exists' : 'a folder or file with that name exists')
  const isFileThere = await headObject(room.core.clients.control, { bucket: destination.bucket, key: destination.path }) !== null
  if (source.isFile) {
    await clearForFile(room.core, destination)
    if (isFileThere && !request.mayReplace) throw taken()
    return isFileThere
  }
  if (isFileThere) throw taken()
  await clearForFolder(room.core, destination)
  const there = (await clearAndList(room.core, owner.client, { at: destination, isFile: false })).filter(isLive)
  if (there.length === 0) return false
  if (!request.mayReplace) throw taken()
  checkKinds(sources, there)
  return true
}

/** A merge puts files over files and folders into folders; a file against a folder is refused. */
function checkKinds(sources: Stack[], there: Stack[]): void {
  const files = (stacks: Stack[]) => new Set(stacks.filter((stack) => !isMarkerKey(stack.key)).map((stack) => stack.name))
  const clash = (a: Stack[], b: Stack[]) => [...foldersOf(b.map((stack) => stack.name))].some((folder) => files(a).has(folder))
  if (clash(sources, there) || clash(there, sources)) throw new AppError('conflict', 'a file and a folder of one name cannot be merged')
}

/** Steps 3 to 5: copies until nothing is missing, commits, removes, closes. Calls `onCommit` when it has happened for all readers. */
export async function carryOutTransfer(room: OperationRoom, owner: Owner, id: string, progress: Progress, onCommit: () => void): Promise<Outcome> {
  return persist<Outcome>(room, owner, id, async () => {
    const op = await room.registry.mine(id, owner.lease)
    if (!op) return room.registry.outcome(id)
    const { failpoints } = room.core
    if (op.state === 'removing') {
      onCommit()
      await failpoints.at('move.committed', op.src ?? '')
      await removeCopied(room, owner, op)
      await failpoints.at('move.removed', op.src ?? '')
      await room.pointers.relocated(op)
      await moveReplaced(room, op)
      return (await room.registry.close(id, owner.lease, 'removing')) && 'done'
    }
    if (op.cancel || op.state === 'undoing') {
      await undo(owner, room, op)
      if (op.merge) await forgetReplaced(room, id)
      return await closeWithManifest(room, owner, op, 'undoing') ? 'undone' : null
    }
    await failpoints.at('copy.registered', op.dst ?? '')
    if (!await copyMissing(room, owner, op, progress)) return null
    await failpoints.at('copy.done', op.dst ?? '')
    if (op.merge) await noteReplaced(room, op, await replacedBy(room, owner, op))
    if (op.kind === 'copy') {
      if (!await closeWithManifest(room, owner, op, 'done')) return null
      onCommit()
      return 'done'
    }
    await commitMove(room, owner, op)
    return null
  })
}

// A copy commits and closes in one step, which compares what the last look went by.
async function closeWithManifest(room: OperationRoom, owner: Owner, seen: PendingOperation, how: 'done' | 'undoing'): Promise<boolean> {
  const isClosed = await room.registry.close(seen.id, owner.lease, how, (now) => how === 'undoing' || (now.late === seen.late && !now.cancel))
  if (isClosed && seen.kind === 'copy') await room.manifests.remove(seen.id)
  return isClosed !== null
}

/** Step 4: compares what the last listing went by; a late writer, or a cancel, sends the owner to look again. */
async function commitMove(room: OperationRoom, owner: Owner, seen: PendingOperation): Promise<void> {
  await room.registry.step(seen.id, owner.lease, (op, draft) => {
    if (op.state !== 'copying' || op.late !== seen.late || op.cancel) return null
    op.state = 'removing'
    op.since = draft.rev
    return true
  })
}

/** One key to copy, its versions oldest first. */
interface Wanted { name: string; versions: (Listed & { bucket?: string })[] }

/** Copies each version that has no copy yet; false when the world changed so that it has to be looked at again. */
async function copyMissing(room: OperationRoom, owner: Owner, op: PendingOperation, progress: Progress): Promise<boolean> {
  const wanted = op.kind === 'copy' ? await pinned(room, op) : await present(room, owner, op)
  const there = await destinationStacks(room, owner, op, wanted.map(({ name }) => name))
  const missing = wanted.flatMap(({ name, versions }) => {
    const without = versions.filter((version) => !hasCopy(op, there.get(name), version))
    return without.length > 0 ? [{ name, versions: without }] : []
  })
  // A move takes older versions along; bytes are counted once a file.
  const total = (names: Wanted[]) => names.reduce((sum, { versions }) => sum + (versions.at(-1)?.size ?? 0), 0)
  progress.reached(wanted.length - missing.length, total(wanted) - total(missing))
  const lost = await mapParallel(missing, PARALLEL, async ({ name, versions }) => {
    for (const version of versions) {
      const onBytes = version === versions.at(-1) ? (bytes: number) => progress.addBytes(bytes) : undefined
      await room.core.failpoints.at('copy.version', `${op.dst}/${name}`)
      if (!await copyVersion(room, { owner, op, name, from: version, isNewest: version === versions.at(-1) }, onBytes) && op.kind === 'copy') return room.core.failpoints.keeps('wholeCopy')
    }
    progress.addItems()
    return false
  })
  // A pinned version that was moved or removed for good meanwhile: half a copy is none.
  if (lost.includes(true)) {
    await room.records.update(op.id, { error: 'goneMeanwhile' })
    await room.registry.cancel(op.id)
  }
  return !lost.includes(true)
}

async function present(room: OperationRoom, owner: Owner, op: PendingOperation): Promise<Wanted[]> {
  const stacks = await clearAndList(room.core, owner.client, targetOf(op.src ?? '', op))
  const keepsBorder = room.core.failpoints.keeps('border')
  const takenOf = (stack: Stack) => (keepsBorder || !isLive(stack) ? liveVersions(stack) : stack.versions.filter(({ isMarker }) => !isMarker))
  return stacks.map((stack) => ({ name: stack.name, versions: takenOf(stack) })).filter(({ versions }) => versions.length > 0)
}

/** What the manifest of a copy pins: its source may be anywhere by now. */
async function pinned(room: OperationRoom, op: PendingOperation): Promise<Wanted[]> {
  return mapParallel(await room.manifests.read(op.id), PARALLEL, async (entry) => {
    const [from, head] = await findPinned(room, entry)
    const facts = { etag: head?.etag ?? '', lastModified: head?.lastModified ?? new Date(room.core.now()), metadata: head?.metadata ?? {}, contentType: head?.contentType ?? '', headers: head?.headers }
    return { name: entry.name, versions: [{ ...from, isMarker: false, ...facts }] }
  })
}

/** A pinned version where it lies: in its place, or moved out of the way. */
async function findPinned(room: OperationRoom, entry: ManifestEntry): Promise<[ManifestEntry, ObjectHead | null]> {
  if (isMarkerKey(entry.key)) return [entry, null]
  const head = await headObject(room.core.clients.control, entry)
  if (head) return [entry, head]
  const aside = { ...entry, bucket: room.core.systemBucket, key: historyKey(entry.bucket, entry.key, entry.version), version: '' }
  return [aside, await headAside(room.core.clients.control, aside)]
}

interface CopyOfVersion { owner: Owner; op: PendingOperation; name: string; from: Listed & { bucket?: string }; isNewest: boolean }

/** Copies one version under its mark; false where the source is gone. */
async function copyVersion(room: OperationRoom, { owner, op, name, from, isNewest }: CopyOfVersion, onBytes?: (bytes: number) => void): Promise<boolean> {
  const destination = targetOf(op.dst ?? '', op)
  const to = { bucket: destination.at.bucket, key: keyIn(destination, name) }
  if (isMarkerKey(to.key)) {
    await putFolderMarker(owner.client, to, { ...from.metadata, [COPY_OF]: markOf(op, { version: 'marker', etag: '' }) })
    return true
  }
  const metadata: Record<string, string> = { ...mtimeMetadata(from.metadata, from.lastModified), [COPY_OF]: markOf(op, from) }
  // A moved version is still the one that notes and history know; a copy is a new file.
  if (op.kind === 'move' && from.version !== '') metadata[WRITTEN_AS] ??= from.version
  else delete metadata[WRITTEN_AS]
  const bucket = from.bucket ?? placeOfText(op.src ?? '').bucket
  const copied = await copyObject(owner.client, { bucket, key: from.key, version: from.version, size: from.size }, to, { metadata, contentType: typeOfCopy(from, to.key), headers: from.headers, ...(onBytes && { onBytes }) })
  if (copied && isNewest) await tellCopied(room.core, { ...from, bucket }, copied.etag, to.bucket)
  if (copied && op.merge) room.versions.grew(place(to.bucket, to.key))
  return copied !== null
}

/** The texts that a transfer registers. What is pinned holds nothing where it was. */
export const textsOf = ({ pinned, source, destination }: TransferRequest): { src: string | null; dst: string } =>
  ({ src: pinned ? null : pathText(source.at), dst: pathText(destination) })
