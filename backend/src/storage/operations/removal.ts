// A delete. The tree is hidden and answered at once; each batch is noted in the manifest before its markers are laid.
import { AppError } from '../../lib/app-error.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { WRITE_ID } from '../metadata.ts'
import { deleteObjects } from '../objects.ts'
import { pathText, place, placeOfText } from '../paths.ts'
import { translating } from '../s3-errors.ts'
import { type Deletion, forgetDeletion, type RemovalRequest, type Taken } from './deleted-notes.ts'
import { entryId, type ManifestEntry, type Size, sizeOf } from './manifests.ts'
import { noteNamed } from '../journal-state.ts'
import { noteOfReplaced, positionOf, recount } from './notes.ts'
import type { OnRefused } from './registration.ts'
import type { JournalEdit, Outcome } from './registry.ts'
import { type ClearedTree, clearTree } from './cleared-tree.ts'
import { windowsIn } from './copies.ts'
import { clearForCheck } from './hiding.ts'
import { PathCheck } from './path-check.ts'
import { isLive, isMarkerKey, newestOf, type Stack, StackListing, type Target } from './stacks.ts'
import { chunksOf, compareNames, each, filtered, isEmpty, type Window, WINDOW } from './windows.ts'
import { inRounds, keepFolderAround, type OperationContext, type OperationRound, type OperationRun } from './worker.ts'

const BATCH = 1000
const PARALLEL = 16

/** A delete of more files than this is shown in the tray. */
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
  const taken = await translating(() => prepareTarget(run, request))
  progress.expect(taken.count, taken.bytes)
  if (taken.count > BIG_DELETE)
    await progress.begin({ by: options.by, kind: 'delete', ...options.shown, isDir: !target.isFile })
  // Without versions nothing can be restored, so nothing is noted.
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
  // It counts as history before it is hidden, so that it is never missing from both sums.
  onRefused(() => core.onHistory({ at: target.at, bytes: -bytes }))
  await core.onHistory({ at: target.at, bytes })
  return noteId
}

/** Clears what hides a part of the target, checks what may refuse its removal, and keeps the folder around it. */
async function prepareTarget({ context, owner }: OperationRun, { target, options }: RemovalRequest): Promise<Taken> {
  await clearForCheck({ ...context, ...owner }, target)
  const taken: Taken = { count: 0, bytes: 0, deletedBefore: 0 }
  const paths = new PathCheck(options.check)
  for await (const stack of filtered(await StackListing.open(context.core, target), isLive)) {
    paths.add(stack.name)
    if (!isMarkerKey(stack.key)) taken.count += 1
    taken.bytes += newestOf(stack).size
    const deleted = stack.versions.findLast(({ isMarker }) => isMarker)
    taken.deletedBefore = Math.max(taken.deletedBefore, deleted?.lastModified.getTime() ?? 0)
  }
  if (paths.isEmpty) throw new AppError('notFound', 'nothing exists at that path')
  await keepFolderAround(context.core, owner, target.at)
  return taken
}

/** What markers were laid for. The entries are remembered while they are few. */
class Laid {
  readonly size: Size = { count: 0, bytes: 0 }
  #entries: ManifestEntry[] | null = []

  add(entries: ManifestEntry[]): void {
    const { count, bytes } = sizeOf(entries)
    this.size.count += count
    this.size.bytes += bytes
    this.#entries?.push(...entries)
    if (this.#entries && this.#entries.length > WINDOW) this.#entries = null
  }

  /** All of them in the order of their names; null where they are too many to remember. */
  get inOrder(): ManifestEntry[] | null {
    return this.#entries?.toSorted((a, b) => compareNames(a.name, b.name)) ?? null
  }
}

/** Lays the markers of a delete, which is answered already, notes what late uploads they cover, and closes it. */
export function carryOutRemoval(run: OperationRun): Promise<Outcome> {
  const laid = new Laid()
  return inRounds(run, async (round) => {
    const { context, op, progress } = round
    await context.core.failpoints.at('delete.begins', op.src ?? '')
    const target: Target = { at: placeOfText(op.src ?? ''), isFile: op.isFile }
    const look = () => clearTree(round, target, { onLive: () => true })
    const tree = await look()
    // The next round looks for late uploads.
    if (await layAll(round, tree, laid)) return null
    progress.left(0, 0)
    if (context.core.clients.capabilities.versioning) {
      const isAll = progress.isAsExpected(laid.size)
      const noted = notedBy(round, isAll ? laid.inOrder : null)
      // Something was there when this began. If nothing is noted, an earlier listing may have missed it: look again.
      if ((await isEmpty(noted)) && !(await isEmpty(filtered((await look()).stacks, isLive)))) return null
      const hasLate = await noteLate(round, windowsIn({ names: noted, isThere: () => false, there: tree }))
      if (noteNamed(op) !== op.id) await context.deleted.settle(op.id)
      // The sums of the note are only right if nothing came late or vanished, and no other owner worked on it.
      if (hasLate || !isAll) await recount(context, noteNamed(op))
    }
    await context.pointers.relocated(op)
    if (await context.registry.close(round, 'removing')) return 'done'
    // Another owner has counted since. This one's sums may have come after that, and be older.
    await recount(context, noteNamed(op))
    return null
  })
}

/** Lays the markers of all files or, if there are none, of all folders. False if the tree is empty. */
async function layAll(round: OperationRound, tree: ClearedTree, laid: Laid): Promise<boolean> {
  const { context, op, progress } = round
  for (const isFolder of [false, true]) {
    let isFirst = true
    const live = filtered(tree.stacks, (stack) => isLive(stack) && isMarkerKey(stack.key) === isFolder)
    for await (const batch of chunksOf(live, BATCH)) {
      await tree.checkUnhidden([])
      // Another owner may have taken over.
      if (!isFirst && !(await context.registry.mine(round))) return true
      isFirst = false
      const entries = await layMarkers(round, batch)
      laid.add(entries)
      const { count, bytes } = sizeOf(entries)
      progress.addItems(count)
      progress.addBytes(bytes)
      await context.core.failpoints.at('delete.laid', op.src ?? '')
    }
    if (!isFirst) return true
  }
  return false
}

/** What a delete has noted, in the order of its names. `known`: the same, if it is remembered. */
const notedBy = ({ context, op }: OperationRound, known: ManifestEntry[] | null): AsyncIterable<ManifestEntry> => ({
  [Symbol.asyncIterator]: () => (known ? each(known) : context.manifests.inOrder(noteNamed(op), op.id)),
})

/** Notes late uploads that markers have covered; answers whether there are any. */
async function noteLate(
  { context, owner, op }: OperationRound,
  windows: AsyncIterable<Window<ManifestEntry, Stack>>,
): Promise<boolean> {
  const { core } = context
  const { bucket } = placeOfText(op.src ?? '')
  const replaced = new Set<string>()
  let hasLate = false
  for await (const { left: noted, right: stacks } of windows) {
    const late = coveredUnnoted(stacks, { bucket, noted })
    if (late.length === 0) continue
    hasLate = true
    for (const entry of await replacedAmong(context, noted, late)) replaced.add(entryId(entry))
    const entries = late.map(({ entry }) => entry)
    await owner.manifests.add(noteNamed(op), `${op.id}-${core.newId()}`, entries)
  }
  if (replaced.size > 0)
    await owner.manifests.change(noteNamed(op), `${op.id}-${core.newId()}`, (entry) =>
      replaced.has(entryId(entry)) ? null : entry,
    )
  return hasLate
}

/** A late upload: what the marker covers instead of what the delete had seen there, and the name of the write. */
interface Late {
  entry: ManifestEntry
  writtenBy: string | undefined
}

/** Finds late uploads that came between the note and the marker. */
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

/** Noted versions that a late upload has replaced, with a note of its own: these were not deleted. */
async function replacedAmong(
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
  return noted.filter((_, index) => isReplaced[index])
}

async function layMarkers({ context, owner, op }: OperationRound, batch: Stack[]): Promise<ManifestEntry[]> {
  const { bucket } = placeOfText(op.src ?? '')
  const entries = batch.flatMap(({ key, name, versions }) => {
    const newest = versions.at(-1)
    return newest ? [{ bucket, key, name, version: newest.version, size: newest.size }] : []
  })
  const { failpoints, clients, rules } = context.core
  const steps = rules.deleteSteps(
    async () => {
      if (!clients.capabilities.versioning) return
      await owner.manifests.add(noteNamed(op), `${op.id}-${context.core.newId()}`, entries)
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
  )
  for (const [done, step] of steps.entries()) {
    if (done > 0) await failpoints.at('delete.half', `${bucket}/${entries[0]?.key ?? ''}`)
    await step()
  }
  return entries
}
