// Removing for good what a note tells of: noted versions only, each while something lies above it, never the marker (an
// older version would rise).
import { mapParallel } from '../../lib/parallel.ts'
import { findAside, historyKey } from '../aside.ts'
import type { Listed } from '../listing.ts'
import { isVersion } from '../metadata.ts'
import { deleteObjects, deleteVersions, headObject } from '../objects.ts'
import { place, placeOfText } from '../paths.ts'
import { noteIdOf, positionOf, takeOut, thingsIn } from './notes.ts'
import type { OperationProgress } from './progress.ts'
import { type ManifestEntry, sizeOf } from './manifests.ts'
import type { Outcome } from './registry.ts'
import { isMarkerKey, listStacks, stacksAt } from './tree.ts'
import { type OperationContext, type Owner, persist } from './worker.ts'

/** So many at once, between two looks whether somebody has cancelled it. */
const BATCH = 250
const PARALLEL = 16
const THINGS_AT_ONCE = 4

/**
 * Removes what a note tells of, then the note, and closes; cancelled, it leaves a note of the rest. What other names
 * hide is left to the lifecycle rules: nothing is moved for a purge.
 */
export async function carryOutPurge(
  context: OperationContext,
  owner: Owner,
  id: string,
  progress: OperationProgress,
): Promise<Outcome> {
  return persist<Outcome>(context, owner, id, async () => {
    const op = await context.registry.mine(id, owner.lease)
    if (!op) return context.registry.outcome(id)
    const { bucket } = placeOfText(op.src ?? '')
    const noteId = noteIdOf(id)
    const noted = await context.manifests.read(noteId)
    const files = noted.filter((entry) => !isMarkerKey(entry.key))
    const stacks = await stacksOf(context, noteId, files)
    for (let at = 0; at < files.length; at += BATCH) {
      const batch = files.slice(at, at + BATCH)
      await context.core.failpoints.at('purge.batch', `${op.src} ${at}`)
      if (await context.registry.isCancelled(id)) {
        const left = await stillKept(context, files.slice(at), stacks)
        if (left.length === 0) break
        await takeOut(
          context,
          noteId,
          files.filter((entry) => !left.includes(entry)),
        )
        return (await context.registry.close(id, owner.lease, 'stopped')) && 'stopped'
      }
      const covered = batch.flatMap((entry) =>
        coveredVersion(entry, stacks.get(entry.key) ?? [], context.core.failpoints.keeps('onlyBeneath')),
      )
      const aside = await allAside(
        context,
        batch.filter((entry) => positionOf(entry, stacks.get(entry.key) ?? []) < 0),
      )
      await deleteVersions(owner.client, bucket, covered)
      // What was put aside a moment before a crash may lie in its place as well.
      const twice = batch.map((entry) => ({ key: historyKey(entry.bucket, entry.key, entry.version) }))
      await deleteObjects(owner.client, context.core.systemBucket, [...twice, ...aside.map(({ key }) => ({ key }))])
      const bytes = [...aside, ...covered].reduce((sum, { size }) => sum + size, 0)
      await context.core.onHistory({ at: placeOfText(op.src ?? ''), bytes: -bytes })
      const left = sizeOf(files.slice(at + BATCH))
      progress.left(left.count, left.bytes)
    }
    await purgeBetween(context, owner, noteId)
    await takeOut(context, noteId, noted)
    return (await context.registry.close(id, owner.lease, 'running')) && 'done'
  })
}

/**
 * Removes what the action of a note has written on top of what it replaced, and replaced again. It is that only where
 * it still lies beneath the very version that replaced it: of a write that was refused somebody else's note may tell.
 */
async function purgeBetween(context: OperationContext, owner: Owner, noteId: string): Promise<void> {
  const entries = await context.manifests.readBetween(noteId)
  for (let at = 0; at < entries.length; at += BATCH) {
    const batch = entries.slice(at, at + BATCH)
    const keys = [...new Map(batch.map(({ bucket, key }) => [key, { bucket, key }])).values()]
    const stacks = new Map((await stacksAt(context.core, keys)).map(({ key, versions }) => [key, versions]))
    const found = batch.flatMap((entry) => {
      const versions = stacks.get(entry.key) ?? []
      const position = positionOf(entry, versions)
      const version = versions[position]
      return version && isVersion(versions[position + 1], entry.successor) ? [{ ...version, bucket: entry.bucket }] : []
    })
    for (const [bucket, versions] of Map.groupBy(found, (one) => one.bucket)) {
      await deleteVersions(owner.client, bucket, versions)
      await Promise.all(
        versions.map(({ key, size }) => context.core.onHistory({ at: place(bucket, key), bytes: -size })),
      )
    }
  }
}

/** Where those entries lie that are out of the way. */
async function allAside(
  { core }: OperationContext,
  entries: ManifestEntry[],
): Promise<{ key: string; size: number }[]> {
  const found = await mapParallel(entries, PARALLEL, (entry) => findAside(core, entry))
  return found.filter((aside) => aside !== null)
}

/** What of a note can still be brought back: an owner that was lost on its way has removed some. */
async function stillKept(
  context: OperationContext,
  files: ManifestEntry[],
  stacks: ReadonlyMap<string, Listed[]>,
): Promise<ManifestEntry[]> {
  const isListed = (entry: ManifestEntry) => positionOf(entry, stacks.get(entry.key) ?? []) >= 0
  // What another tool's file hides from the listing is there all the same.
  const isHidden = async ({ bucket, key, version }: ManifestEntry) =>
    (await headObject(context.core.clients.control, { bucket, key, version })) !== null
  const kept = await mapParallel(
    files,
    PARALLEL,
    async (entry) => isListed(entry) || (await isHidden(entry)) || (await findAside(context.core, entry)) !== null,
  )
  return files.filter((_, index) => kept[index])
}

/** The versions of all that is noted, oldest first. Replaced files are few and may lie far apart: each is asked for. */
async function stacksOf(
  context: OperationContext,
  noteId: string,
  files: ManifestEntry[],
): Promise<ReadonlyMap<string, Listed[]>> {
  const note = await context.notes.note(noteId)
  if (note?.kind !== 'replace') {
    const listed = await mapParallel(thingsIn(files), THINGS_AT_ONCE, (thing) => listStacks(context.core, thing.target))
    return new Map(listed.flat().map((stack) => [stack.key, stack.versions]))
  }
  return new Map((await stacksAt(context.core, files)).map(({ key, versions }) => [key, versions]))
}

/**
 * The noted version among those of its key (oldest first), where something lies above it: one on top is a file that is
 * there again.
 */
function coveredVersion(
  entry: ManifestEntry,
  versions: Listed[],
  onlyBeneath: boolean,
): { key: string; version: string; size: number }[] {
  const at = positionOf(entry, versions)
  const found = versions[at]
  return found && (at < versions.length - 1 || !onlyBeneath)
    ? [{ key: entry.key, version: found.version, size: found.size }]
    : []
}
