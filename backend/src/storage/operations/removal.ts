// A delete. The tree is hidden at once and answered; each batch is noted in the manifest before its markers are laid.
import { AppError } from '../../lib/app-error.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { WRITE_ID } from '../metadata.ts'
import { deleteObjects } from '../objects.ts'
import { place, placeOfText } from '../paths.ts'
import type { OperationProgress } from './progress.ts'
import { type ManifestEntry, type Size, sizeOf } from './manifests.ts'
import { noteNamed } from '../journal.ts'
import { countAnew, noteOfReplaced, positionOf } from './notes.ts'
import type { Outcome } from './registry.ts'
import { clearAndList, filesFirst, isLive, isMarkerKey, lookAt, pathsOfNames, type Stack, type Target } from './tree.ts'
import { keepFolderAround, type OperationContext, type Owner, persist } from './worker.ts'

const BATCH = 1000
const PARALLEL = 16

/** What a delete takes; `deletedBefore`: when something of it was deleted last, in milliseconds, 0 for never. */
export interface Removal extends Size {
  deletedBefore: number
}

/**
 * Step 2 of a delete: answers how much there is.
 * @throws AppError `notFound`, `conflict` (a file at a folder's name), or what `check` says
 */
export async function checkRemoval(
  context: OperationContext,
  owner: Owner,
  target: Target,
  check: (relative: string) => void,
): Promise<Removal> {
  const there = (await lookAt({ ...context, ...owner }, target)).filter(isLive)
  const names = there.map((stack) => stack.name)
  if (names.length === 0) throw new AppError('notFound', 'nothing exists at that path')
  for (const path of pathsOfNames(names)) check(path)
  await keepFolderAround(context.core, owner, target.at)
  const markers = there.flatMap(({ versions }) => versions.filter(({ isMarker }) => isMarker))
  return {
    ...sizeOf(there.map(newestOf)),
    deletedBefore: markers.reduce((last, { lastModified }) => Math.max(last, lastModified.getTime()), 0),
  }
}

const newestOf = ({ key, versions }: Stack) => ({ key, size: versions.at(-1)?.size ?? 0 })

/** Lays the markers of a delete that is answered already, notes how much it took, and closes it. */
export async function carryOutRemoval(
  context: OperationContext,
  owner: Owner,
  id: string,
  progress: OperationProgress,
): Promise<Outcome> {
  const laid: ManifestEntry[] = []
  return persist<Outcome>(context, owner, id, async () => {
    const op = await context.registry.mine(id, owner.lease)
    if (!op) return context.registry.outcome(id)
    const target: Target = { at: placeOfText(op.src ?? ''), isFile: op.isFile }
    const look = async () => filesFirst(await clearAndList({ context, owner, op }, target, { onLive: () => true }))
    const stacks = await look()
    const there = stacks.filter(isLive)
    const files = there.filter((stack) => !isMarkerKey(stack.key))
    const { count, bytes } = sizeOf(files.map(newestOf))
    progress.left(count, bytes)
    const batch = (files.length > 0 ? files : there).slice(0, BATCH)
    if (batch.length > 0) {
      laid.push(...(await layMarkers(context, owner, { id, note: noteNamed(op), bucket: target.at.bucket }, batch)))
      await context.core.failpoints.at('delete.laid', op.src ?? '')
      // A small tree is done with: what comes late is seen by the look that closes it.
      return null
    }
    if (context.core.clients.capabilities.versioning) {
      const before = progress.isAsExpected(sizeOf(laid)) ? laid : await context.manifests.readBatches(noteNamed(op), id)
      // There was something when this began: that all of it went by itself is not believed at first sight.
      if (before.length === 0 && (await look()).some(isLive)) return null
      const late = coveredUnnoted(stacks, { bucket: target.at.bucket, noted: before })
      if (late.length > 0) {
        const noted = [...(await withoutReplaced(context, before, late)), ...late.map(({ entry }) => entry)]
        await context.manifests.replaceBatches(noteNamed(op), id, {
          batchId: `${id}-${context.core.newId()}`,
          entries: noted,
        })
      }
      if (noteNamed(op) !== id) await context.deleted.settle(noteNamed(op))
      // What came late, went by itself, or was begun by another owner.
      if (late.length > 0 || !progress.isAsExpected(sizeOf(laid))) await countAnew(context, noteNamed(op))
    }
    await context.pointers.relocated(op)
    return (await context.registry.close(id, owner.lease, 'removing')) && 'done'
  })
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

async function layMarkers(
  context: OperationContext,
  owner: Owner,
  op: { id: string; note: string; bucket: string },
  batch: Stack[],
): Promise<ManifestEntry[]> {
  const entries = batch.flatMap((stack) => {
    const newest = stack.versions.at(-1)
    return newest
      ? [{ bucket: op.bucket, key: stack.key, name: stack.name, version: newest.version, size: newest.size }]
      : []
  })
  const { failpoints, clients } = context.core
  const steps = [
    async () => {
      if (!clients.capabilities.versioning) return
      await context.manifests.add(op.note, `${op.id}-${context.core.newId()}`, entries)
      await context.doubts.drop(op.note, entries)
    },
    async () => {
      await failpoints.at('delete.markers', `${op.bucket}/${entries[0]?.key ?? ''}`)
      await deleteObjects(
        owner.client,
        op.bucket,
        entries.map(({ key }) => ({ key })),
      )
    },
  ]
  for (const [done, step] of (failpoints.keeps('manifestFirst') ? steps : steps.toReversed()).entries()) {
    if (done > 0) await failpoints.at('delete.half', `${op.bucket}/${entries[0]?.key ?? ''}`)
    await step()
  }
  return entries
}
