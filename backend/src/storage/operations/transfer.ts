// A copy or a move. Everything is copied beneath the eyes of readers, the tree flips at one commit, then exactly what
// was copied is removed.
import { AppError } from '../../lib/app-error.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { findAside } from '../aside.ts'
import type { PendingOperation } from '../journal.ts'
import type { Listed } from '../listing.ts'
import { asNewFile, contentIdOf, COPY_OF, isCopyBy, isVersion, mtimeMetadata, typeOfCopy, withId } from '../metadata.ts'
import { inTheWayOfFile, versionsOfKey } from '../names.ts'
import { copyObject, deleteVersions, headObject, type ObjectHead, putFolderMarker } from '../objects.ts'
import { folderAround, isBelow, overlap, pathText, type Place, place, placeOfText } from '../paths.ts'
import type { ChangeOptions } from '../types.ts'
import { arrivalOfTransfer } from './arrival.ts'
import {
  CalledOff,
  destinationStacks,
  hasCopy,
  markOf,
  removeCopied,
  replacedBy,
  sourceStacks,
  takesHistory,
  targetOf,
  undo,
} from './copies.ts'
import { tellCopied } from '../core.ts'
import type { OperationProgress } from './progress.ts'
import type { ManifestEntry } from './manifests.ts'
import type { Outcome } from './registry.ts'
import { forgetReplaced, noteReplaced } from './noting.ts'
import { moveReplaced } from './replacing.ts'
import {
  foldersOf,
  isLive,
  isMarkerKey,
  keyIn,
  listStacks,
  liveVersions,
  lookAt,
  pathsOfNames,
  type Stack,
  type Target,
} from './tree.ts'
import { keepFolderAround, type OperationContext, type Owner, persist, type OperationRun } from './worker.ts'

const PARALLEL = 16

/** What a commit needs to know of a checked transfer. */
export interface CheckedTransfer {
  merge: boolean
}

export interface TransferRequest {
  id: string
  kind: 'move' | 'copy'
  source: Target
  destination: Place
  mayReplace: boolean
  check: (relative: string) => void
  admit: ChangeOptions['admit']
  /** Whether older versions go along to another bucket. */
  history: boolean
  /** What a copy takes where that is not what lies at the source now: deleted versions that are brought elsewhere. */
  pinned?: ManifestEntry[]
}

/**
 * Step 2: what may refuse the change before the first byte is copied, and before anything is moved. Nothing else
 * touches both paths by now.
 * @throws AppError `notFound`, `conflict`, `forbidden` (by `check`), `badRequest` (a key would be too long), `noRoom`
 * (by `admit`)
 */
export async function checkTransfer(
  context: OperationContext,
  owner: Owner,
  request: TransferRequest,
  progress: OperationProgress,
): Promise<CheckedTransfer> {
  const { source, destination } = request
  const stacks = request.pinned?.map(stackOf) ?? (await lookAt({ ...context, ...owner }, source)).filter(isLive)
  if (stacks.length === 0) throw new AppError('notFound', 'nothing exists at that path')
  const names = stacks.map((stack) => stack.name)
  for (const path of pathsOfNames(names)) request.check(path)
  const target: Target = { at: destination, isFile: source.isFile }
  for (const name of names) place(destination.bucket, keyIn(target, name))
  const merge = await checkDestination({ ...context, ...owner }, request, stacks)
  await request.admit?.(await arrivalOfTransfer(context, request, stacks))
  if (request.kind === 'move') await keepFolderAround(context.core, owner, source.at)
  else
    await context.manifests.keepWork(
      request.id,
      stacks.map((stack) => pinOf(stack, source.at.bucket)),
    )
  await context.core.failpoints.at('copy.checked', pathText(destination))
  progress.expect(
    stacks.length,
    stacks.reduce((sum, stack) => sum + newestOf(stack).size, 0),
  )
  return { merge }
}

function pinOf(stack: Stack, bucket: string): ManifestEntry {
  const { key, version, size } = newestOf(stack)
  return { bucket, key, name: stack.name, version, size }
}

/** What the manifest of a copy pins. */
async function pinsOf({ manifests }: OperationContext, op: Pick<PendingOperation, 'id'>): Promise<ManifestEntry[]> {
  const pins = await manifests.work(op.id)
  if (!pins) throw new AppError('unavailable', 'what a copy is to take cannot be read')
  return pins
}

const stackOf = ({ key, name, version, size }: ManifestEntry): Stack => ({
  key,
  name,
  versions: [
    { key, version, size, isMarker: false, etag: '', lastModified: new Date(0), metadata: {}, contentType: '' },
  ],
})

const newestOf = ({ versions }: Stack): Listed => {
  const newest = versions.at(-1)
  if (!newest) throw new Error('a key without versions')
  return newest
}

async function checkDestination(
  { core, client }: Pick<OperationContext, 'core'> & Owner,
  request: TransferRequest,
  sources: Stack[],
): Promise<boolean> {
  const { destination, source } = request
  const taken = () =>
    new AppError(
      'conflict',
      source.isFile ? 'something with that name exists' : 'a folder or file with that name exists',
    )
  const isFileThere =
    (await headObject(core.clients.control, { bucket: destination.bucket, key: destination.path })) !== null
  if (source.isFile) {
    await inTheWayOfFile(core, destination)
    if (isFileThere && !request.mayReplace) throw taken()
    return isFileThere
  }
  if (isFileThere) throw taken()
  const there = (await lookAt({ core, client }, { at: destination, isFile: false })).filter(isLive)
  if (there.length === 0) return false
  if (!request.mayReplace) throw taken()
  if (isMixed(sources, there)) throw new AppError('conflict', 'a file and a folder of one name cannot be merged')
  checkOwnSource(request, sources)
  return true
}

/**
 * A merge into a folder above its source must not write into the source: what is copied and what is to be copied could
 * not be told apart.
 */
function checkOwnSource({ source: { at }, destination }: TransferRequest, sources: Stack[]): void {
  if (!writesIntoSource(pathText(at), pathText(destination), sources)) return
  throw new AppError(
    'conflict',
    'the folder has another one of its own path in it, which would be merged into the folder itself',
  )
}

const writesIntoSource = (from: string, to: string, sources: Pick<Stack, 'name'>[]): boolean =>
  isBelow(from, to) && sources.some(({ name }) => name.startsWith(`${from.slice(to.length + 1)}/`))

type Named = Pick<Stack, 'name' | 'key'>

/** A merge puts files over files and folders into folders; a file against a folder is refused. */
function isMixed(sources: Named[], there: Named[]): boolean {
  const files = (stacks: Named[]) =>
    new Set(stacks.filter((stack) => !isMarkerKey(stack.key)).map((stack) => stack.name))
  const clash = (a: Named[], b: Named[]) =>
    [...foldersOf(b.map((stack) => stack.name))].some((folder) => files(a).has(folder))
  return clash(sources, there) || clash(there, sources)
}

const keyed = ({ name, versions }: Wanted): Named => ({ name, key: versions[0]?.key ?? '' })

/**
 * Steps 3 to 5: copies until nothing is missing, commits, removes, closes. Calls `onCommit` when it has happened for
 * all readers.
 */
export async function carryOutTransfer(
  context: OperationContext,
  owner: Owner,
  id: string,
  progress: OperationProgress,
  onCommit: () => void,
): Promise<Outcome> {
  // What is told already of the old versions that it makes: it may begin anew.
  let told = 0
  return persist<Outcome>(context, owner, id, async () => {
    const op = await context.registry.mine(id, owner.lease)
    if (!op) return context.registry.outcome(id)
    const run: OperationRun = { context, owner, op }
    const { failpoints } = context.core
    const tellReplaced = async (bytes: number) => {
      if (bytes !== told) await context.core.onHistory({ at: placeOfText(op.dst ?? ''), bytes: bytes - told })
      told = bytes
    }
    if (op.state === 'removing') {
      onCommit()
      await failpoints.at('move.committed', op.src ?? '')
      await removeCopied(run)
      await failpoints.at('move.removed', op.src ?? '')
      await context.pointers.relocated(op)
      if (takesHistory(op)) await moveReplaced(context, op)
      await tellMovedHistory(run)
      return (await context.registry.close(id, owner.lease, 'removing')) && 'done'
    }
    if (op.cancel || op.state === 'undoing') {
      await undo(run, await namesCopied(run))
      if (op.merge) await forgetReplaced(run)
      await tellReplaced(0)
      return (await closeWithManifest(context, owner, op, 'undoing')) ? 'undone' : null
    }
    await failpoints.at('copy.registered', op.dst ?? '')
    if (!(await unlessCalledOff(run, () => copyMissing(run, progress)))) return null
    await failpoints.at('copy.done', op.dst ?? '')
    if (
      op.merge &&
      !(await unlessCalledOff(run, async () => {
        const replaced = await replacedBy(run)
        await noteReplaced(run, replaced)
        await tellReplaced(replaced.reduce((sum, { size }) => sum + size, 0))
      }))
    )
      return null
    if (op.kind === 'copy') {
      if (!(await closeWithManifest(context, owner, op, 'done'))) return null
      onCommit()
      return 'done'
    }
    await commitMove(context, owner, op)
    return null
  })
}

/** Where old versions have gone along, nobody counts them; a folder that holds both ends has as many as before. */
async function tellMovedHistory({ context: { core }, op }: OperationRun): Promise<void> {
  if (!takesHistory(op) || !core.clients.capabilities.versioning) return
  const [src, dst] = [placeOfText(op.src ?? ''), placeOfText(op.dst ?? '')]
  if (src.bucket === dst.bucket) return core.onHistory({ at: folderOfBoth(src, dst), bytes: 0 })
  await Promise.all([src, dst].map((at) => core.onHistory({ at, bytes: null })))
}

function folderOfBoth(a: Place, b: Place): Place {
  let folder = a
  while (!overlap(pathText(folder), pathText(b)) || folder.path.length > b.path.length)
    folder = folderAround(folder) ?? place(a.bucket, '')
  return folder
}

/**
 * Runs a step before the commit; what has come in its way meanwhile has the change undone. False where it is to be
 * looked at again.
 */
async function unlessCalledOff({ context, op }: OperationRun, step: () => Promise<boolean | void>): Promise<boolean> {
  try {
    return (await step()) !== false
  } catch (error) {
    if (!(error instanceof CalledOff)) throw error
    await context.records.update(op.id, { error: 'conflict' })
    await context.registry.cancel(op.id)
    return false
  }
}

/** What may have been copied: what lies at the source, or what the manifest pins. */
async function namesCopied({ context, op }: OperationRun): Promise<string[]> {
  if (op.kind === 'copy') return (await pinsOf(context, op)).map(({ name }) => name)
  return (await listStacks(context.core, targetOf(op.src ?? '', op))).map(({ name }) => name)
}

// A copy commits and closes in one step, which compares what the last look went by.
async function closeWithManifest(
  context: OperationContext,
  owner: Owner,
  seen: PendingOperation,
  how: 'done' | 'undoing',
): Promise<boolean> {
  const isClosed = await context.registry.close(
    seen.id,
    owner.lease,
    how,
    (now) => how === 'undoing' || (now.late === seen.late && !now.cancel),
  )
  if (isClosed && seen.kind === 'copy') await context.manifests.dropWork([seen.id])
  return isClosed !== null
}

/** Step 4: compares what the last listing went by; a late writer, or a cancel, sends the owner to look again. */
async function commitMove(context: OperationContext, owner: Owner, seen: PendingOperation): Promise<void> {
  await context.registry.step(seen.id, owner.lease, (op, draft) => {
    if (op.state !== 'copying' || op.late !== seen.late || op.cancel) return null
    op.state = 'removing'
    op.since = draft.rev
    return true
  })
}

/** One key to copy, its versions oldest first. */
interface Wanted {
  name: string
  versions: (Listed & { bucket?: string })[]
}

/** Copies each version that has no copy yet; false when the world changed so that it has to be looked at again. */
async function copyMissing(run: OperationRun, progress: OperationProgress): Promise<boolean> {
  const { context, owner, op } = run
  const [wanted, there] = op.kind === 'copy' ? await lookForCopy(run) : await lookForMove(run)
  // A late upload may have made a file of a folder's name, on either side.
  if (
    isMixed(wanted.map(keyed), [...there.values()].filter(isLive)) ||
    writesIntoSource(op.src ?? '', op.dst ?? '', wanted)
  )
    throw new CalledOff()
  if (!takesHistory(op) && op.kind === 'move') await dropSuperseded(run, wanted, there)
  const missing = wanted.flatMap(({ name, versions }) => {
    const without = versions.filter((version) => !hasCopy(op, there.get(name), version))
    if (without.length === 0 && !isNewestOnTop(op, versions, there.get(name)))
      return [{ name, versions: versions.slice(-1) }]
    return without.length > 0 ? [{ name, versions: without }] : []
  })
  // A move takes older versions along; bytes are counted once a file.
  const total = (names: Wanted[]) => names.reduce((sum, { versions }) => sum + (versions.at(-1)?.size ?? 0), 0)
  progress.reached(wanted.length - missing.length, total(wanted) - total(missing))
  const lost = await mapParallel(missing, PARALLEL, async ({ name, versions }) => {
    for (const version of versions) {
      const onBytes = version === versions.at(-1) ? (bytes: number) => progress.addBytes(bytes) : undefined
      await context.core.failpoints.at('copy.version', `${op.dst}/${name}`)
      if (
        !(await copyVersion(
          context,
          { owner, op, name, from: version, isNewest: version === versions.at(-1) },
          onBytes,
        )) &&
        op.kind === 'copy'
      )
        return context.core.failpoints.keeps('wholeCopy')
    }
    progress.addItems()
    return false
  })
  // A pinned version that was moved or removed for good meanwhile: half a copy is none.
  if (lost.includes(true)) {
    await context.records.update(op.id, { error: 'goneMeanwhile' })
    await context.registry.cancel(op.id)
  }
  return !lost.includes(true)
}

type Look = [wanted: Wanted[], there: Map<string, Stack>]

async function lookForMove(run: OperationRun): Promise<Look> {
  const wanted = await present(run)
  return [
    wanted,
    await destinationStacks(
      run,
      wanted.map(({ name }) => name),
      true,
    ),
  ]
}

/** What is moved out of the way of a copy may be what it takes: that is looked for afterwards. */
async function lookForCopy(run: OperationRun): Promise<Look> {
  const pins = await pinsOf(run.context, run.op)
  const there = await destinationStacks(
    run,
    pins.map(({ name }) => name),
    true,
  )
  return [await pinned(run.context, pins), there]
}

/**
 * Of a request whose answer was lost nobody knows when it took effect: an older version may have come on top of a newer
 * one.
 */
function isNewestOnTop(op: PendingOperation, versions: Listed[], there: Stack | undefined): boolean {
  const newest = versions.at(-1)
  const top = there?.versions.findLast(({ metadata }) => isCopyBy(op, metadata))
  return (
    versions.length < 2 || newest === undefined || top === undefined || top.metadata[COPY_OF] === markOf(op, newest)
  )
}

/**
 * A late upload came after its file was copied to another bucket: the older copy would be history there, which others
 * may read.
 */
async function dropSuperseded(
  { owner, op }: OperationRun,
  wanted: Wanted[],
  there: ReadonlyMap<string, Stack>,
): Promise<void> {
  const { bucket } = placeOfText(op.dst ?? '')
  const superseded = wanted.flatMap(({ name, versions }) => {
    const marks = versions.map((version) => markOf(op, version))
    const copies = there.get(name)?.versions.filter(({ metadata }) => isCopyBy(op, metadata)) ?? []
    return copies.filter(({ key, metadata }) => !isMarkerKey(key) && !marks.includes(metadata[COPY_OF] ?? ''))
  })
  await deleteVersions(owner.client, bucket, superseded)
}

async function present(run: OperationRun): Promise<Wanted[]> {
  const { context, op } = run
  const stacks = await sourceStacks(run)
  const keepsBorder = context.core.failpoints.keeps('border')
  const isWhole = takesHistory(op)
  const taken = (stack: Stack) =>
    keepsBorder || !isLive(stack) ? liveVersions(stack) : stack.versions.filter(({ isMarker }) => !isMarker)
  const takenOf = (stack: Stack) => (isWhole ? taken(stack) : taken(stack).slice(-1))
  return stacks
    .map((stack) => ({ name: stack.name, versions: takenOf(stack) }))
    .filter(({ versions }) => versions.length > 0)
}

/** What the manifest of a copy pins: its source may be anywhere by now. */
async function pinned(context: OperationContext, pins: ManifestEntry[]): Promise<Wanted[]> {
  return mapParallel(pins, PARALLEL, async (entry) => {
    const [from, head] = await findPinned(context, entry)
    const facts = {
      etag: head?.etag ?? '',
      lastModified: head?.lastModified ?? new Date(context.core.now()),
      metadata: head?.metadata ?? {},
      contentType: head?.contentType ?? '',
      headers: head?.headers,
    }
    return { name: entry.name, versions: [{ ...from, isMarker: false, ...facts }] }
  })
}

/**
 * A pinned version where it lies: in its place, moved there from elsewhere under another id, or moved out of the way.
 */
async function findPinned(
  context: OperationContext,
  entry: ManifestEntry,
): Promise<[ManifestEntry, ObjectHead | null]> {
  if (isMarkerKey(entry.key)) return [entry, null]
  const head = await headObject(context.core.clients.control, entry)
  if (head) return [entry, head]
  const moved = (await versionsOfKey(context.core, entry.bucket, entry.key)).find((listed) =>
    isVersion(listed, entry.version),
  )
  if (moved) return [{ ...entry, version: moved.version }, moved]
  const aside = await findAside(context.core, entry)
  return [{ ...entry, ...(aside && { bucket: aside.bucket, key: aside.key, version: '' }) }, aside]
}

interface CopyOfVersion {
  owner: Owner
  op: PendingOperation
  name: string
  from: Listed & { bucket?: string }
  isNewest: boolean
}

/** Copies one version under its mark; false where the source is gone. */
async function copyVersion(
  context: OperationContext,
  { owner, op, name, from, isNewest }: CopyOfVersion,
  onBytes?: (bytes: number) => void,
): Promise<boolean> {
  const destination = targetOf(op.dst ?? '', op)
  const to = { bucket: destination.at.bucket, key: keyIn(destination, name) }
  if (isMarkerKey(to.key)) {
    await putFolderMarker(owner.client, to, {
      ...from.metadata,
      [COPY_OF]: markOf(op, { version: 'marker', etag: '' }),
    })
    return true
  }
  const own = mtimeMetadata(from.metadata, from.lastModified)
  // A moved version is still the one that notes and history know; a copy is a new file.
  const kept = op.kind === 'move' ? withId(own, from.version) : asNewFile(own, from.version)
  const metadata: Record<string, string> = { ...kept, [COPY_OF]: markOf(op, from) }
  const bucket = from.bucket ?? placeOfText(op.src ?? '').bucket
  const copied = await copyObject(owner.client, { bucket, key: from.key, version: from.version, size: from.size }, to, {
    metadata,
    contentType: typeOfCopy(from, to.key),
    headers: from.headers,
    ...(onBytes && { onBytes }),
  })
  if (copied && isNewest)
    await tellCopied(context.core, { ...from, bucket, contentId: contentIdOf(metadata, '') }, copied.etag, to.bucket)
  if (copied && op.merge) context.versions.grew(place(to.bucket, to.key))
  return copied !== null
}

/** The texts that a transfer registers. What is pinned holds nothing where it was. */
export const textsOf = ({ pinned, source, destination }: TransferRequest): { src: string | null; dst: string } => ({
  src: pinned ? null : pathText(source.at),
  dst: pathText(destination),
})
