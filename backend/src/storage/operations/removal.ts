// A delete. The tree is hidden at once and answered; each batch is noted in the manifest before its markers are laid.
import { AppError } from '../../lib/app-error.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { WRITE_ID } from '../metadata.ts'
import { deleteObjects } from '../objects.ts'
import { pathText, place, placeOfText } from '../paths.ts'
import { translating } from '../s3-errors.ts'
import { type Deletion, forgetDeletion, type RemovalRequest, type Taken } from './deleted-notes.ts'
import { type ManifestEntry, sizeOf } from './manifests.ts'
import { noteNamed } from '../journal.ts'
import { countAnew, noteOfReplaced, positionOf } from './notes.ts'
import type { OnRefused } from './registration.ts'
import type { JournalEdit, Outcome } from './registry.ts'
import { clearAndList, filesFirst, isLive, isMarkerKey, lookAt, pathsOfNames, type Stack, type Target } from './tree.ts'
import { inRounds, keepFolderAround, type OperationContext, type OperationRound, type OperationRun } from './worker.ts'

const BATCH = 1000
const PARALLEL = 16

/** Files above which a delete is shown while it goes on: what one batch of markers does is over at once. */
const BIG_DELETE = 1000

/**
 * Step 2 of a delete: what may refuse it, and its note.
 * @throws AppError `notFound`, `conflict` (a file at a folder's name), or what `check` says
 */
export async function prepareRemoval(
  run: OperationRun,
  request: RemovalRequest,
  onRefused: OnRefused,
): Promise<JournalEdit> {
  const { context, id, progress } = run
  const { target, options } = request
  const taken = await translating(() => checkRemoval(run, request))
  progress.expect(taken.count, taken.bytes)
  // The tray shows what takes more than a moment.
  if (taken.count > BIG_DELETE)
    await progress.begin({ by: options.by, kind: 'delete', ...options.shown, isDir: !target.isFile })
  // Without versions nothing can be brought back.
  const noteId = context.core.clients.capabilities.versioning
    ? await noteDeletion(run, { ...request, ...taken }, onRefused)
    : id
  return (op, draft) => {
    op.state = 'removing'
    op.since = draft.rev
    op.note = noteId
    return true
  }
}

/** Notes a delete before it happens; answers in which note. */
async function noteDeletion(run: OperationRun, request: Deletion, onRefused: OnRefused): Promise<string> {
  const { context, id } = run
  const { core, deleted } = context
  const { target, bytes } = request
  const noteId = await deleted.add(id, request)
  onRefused((holding) => forgetDeletion(holding, { id, src: pathText(target.at), note: noteId }))
  await core.failpoints.at('delete.noted', pathText(target.at))
  // From the moment it is hidden it is history: nobody is to find it in neither sum.
  onRefused(() => core.onHistory({ at: target.at, bytes: -bytes }))
  await core.onHistory({ at: target.at, bytes })
  return noteId
}

async function checkRemoval({ context, owner }: OperationRun, { target, options }: RemovalRequest): Promise<Taken> {
  const there = (await lookAt({ ...context, ...owner }, target)).filter(isLive)
  const names = there.map((stack) => stack.name)
  if (names.length === 0) throw new AppError('notFound', 'nothing exists at that path')
  for (const path of pathsOfNames(names)) options.check(path)
  await keepFolderAround(context.core, owner, target.at)
  const markers = there.flatMap(({ versions }) => versions.filter(({ isMarker }) => isMarker))
  return {
    ...sizeOf(there.map(sizedKey)),
    deletedBefore: markers.reduce((last, { lastModified }) => Math.max(last, lastModified.getTime()), 0),
  }
}

const sizedKey = ({ key, versions }: Stack) => ({ key, size: versions.at(-1)?.size ?? 0 })

/** Lays the markers of a delete that is answered already, notes how much it took, and closes it. */
export function carryOutRemoval(run: OperationRun): Promise<Outcome> {
  const laid: ManifestEntry[] = []
  return inRounds(run, async (round) => {
    const { context, op, progress } = round
    const target: Target = { at: placeOfText(op.src ?? ''), isFile: op.isFile }
    const look = async () => filesFirst(await clearAndList(round, target, { onLive: () => true }))
    const stacks = await look()
    const there = stacks.filter(isLive)
    const files = there.filter((stack) => !isMarkerKey(stack.key))
    const { count, bytes } = sizeOf(files.map(sizedKey))
    progress.left(count, bytes)
    const batch = (files.length > 0 ? files : there).slice(0, BATCH)
    if (batch.length > 0) {
      laid.push(...(await layMarkers(round, batch)))
      await context.core.failpoints.at('delete.laid', op.src ?? '')
      // A small tree is done with: what comes late is seen by the look that closes it.
      return null
    }
    if (context.core.clients.capabilities.versioning) {
      const isAll = progress.isAsExpected(sizeOf(laid))
      const noted = isAll ? laid : await context.manifests.readBatches(noteNamed(op), op.id)
      // There was something when this began: that all of it went by itself is not believed at first sight.
      if (noted.length === 0 && (await look()).some(isLive)) return null
      const hasLate = await noteLate(round, stacks, noted)
      if (noteNamed(op) !== op.id) await context.deleted.settle(noteNamed(op))
      // What came late, went by itself, or was begun by another owner.
      if (hasLate || !isAll) await countAnew(context, noteNamed(op))
    }
    await context.pointers.relocated(op)
    return (await context.registry.close(round, 'removing')) && 'done'
  })
}

/** Notes late uploads that markers have covered; answers whether there are any. */
async function noteLate({ context, op }: OperationRound, stacks: Stack[], noted: ManifestEntry[]): Promise<boolean> {
  const { bucket } = placeOfText(op.src ?? '')
  const late = coveredUnnoted(stacks, { bucket, noted })
  if (late.length === 0) return false
  const entries = [...(await withoutReplaced(context, noted, late)), ...late.map(({ entry }) => entry)]
  const batchId = `${op.id}-${context.core.newId()}`
  await context.manifests.replaceBatches(noteNamed(op), op.id, { batchId, entries })
  return true
}

/** A late upload: what the marker covers instead of what the delete had seen there, and the name of the write. */
interface Late {
  entry: ManifestEntry
  writtenBy: string | undefined
}

/** Late uploads that came between the note and the marker. */
function coveredUnnoted(stacks: Stack[], { bucket, noted }: { bucket: string; noted: ManifestEntry[] }): Late[] {
  const byKey = Map.groupBy(noted, ({ key }) => key)
  return stacks.flatMap(({ name, key, versions }) => {
    const from = Math.max(-1, ...(byKey.get(key) ?? []).map((entry) => positionOf(entry, versions))) + 1
    const marker = versions.findIndex((version, index) => index >= from && version.isMarker)
    const covered = from === 0 ? undefined : versions.slice(from, Math.max(from, marker)).at(-1)
    if (!covered) return []
    const entry = { bucket, key, name, version: covered.version, size: covered.size }
    return [{ entry, writtenBy: covered.metadata[WRITE_ID] }]
  })
}

/** What a late upload has replaced, and has a note of, was not deleted. */
async function withoutReplaced(
  context: OperationContext,
  noted: ManifestEntry[],
  late: Late[],
): Promise<ManifestEntry[]> {
  const writes = new Map(late.map(({ entry, writtenBy }) => [entry.key, writtenBy]))
  const isReplaced = await mapParallel(noted, PARALLEL, async ({ bucket, key, version }) => {
    const successor = writes.get(key)
    return (
      successor !== undefined && (await noteOfReplaced(context, place(bucket, key), { version, successor })) !== null
    )
  })
  return noted.filter((_, index) => !isReplaced[index])
}

async function layMarkers({ context, owner, op }: OperationRound, batch: Stack[]): Promise<ManifestEntry[]> {
  const { bucket } = placeOfText(op.src ?? '')
  const entries = batch.flatMap(({ key, name, versions }) => {
    const newest = versions.at(-1)
    return newest ? [{ bucket, key, name, version: newest.version, size: newest.size }] : []
  })
  const { failpoints, clients } = context.core
  const steps = [
    async () => {
      if (!clients.capabilities.versioning) return
      await context.manifests.add(noteNamed(op), `${op.id}-${context.core.newId()}`, entries)
      await context.doubts.drop(noteNamed(op), entries)
    },
    async () => {
      await failpoints.at('delete.markers', `${bucket}/${entries[0]?.key ?? ''}`)
      await deleteObjects(
        owner.client,
        bucket,
        entries.map(({ key }) => ({ key })),
      )
    },
  ]
  for (const [done, step] of (failpoints.keeps('manifestFirst') ? steps : steps.toReversed()).entries()) {
    if (done > 0) await failpoints.at('delete.half', `${bucket}/${entries[0]?.key ?? ''}`)
    await step()
  }
  return entries
}
