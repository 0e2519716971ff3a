// A delete. The tree is hidden and answered at once; each batch is noted in the manifest before its markers are laid.
import { mapParallel } from '../../lib/parallel.ts'
import { eachYielding } from '../../lib/yielding.ts'
import type { StorageCore } from '../core.ts'
import type { Listed } from '../listing-page.ts'
import { mtimeOf, WRITE_ID } from '../metadata.ts'
import { deleteObjects } from '../object-removal.ts'
import { place, placeOfText } from '../paths.ts'
import { entryId, type ManifestEntry, type Size, sizeOf } from './manifests.ts'
import { noteNamed } from '../journal-state.ts'
import { noteOfReplaced, positionOf, recount } from './notes.ts'
import type { Outcome } from './registry.ts'
import { type ClearedTree, clearTree } from './cleared-tree.ts'
import { windowsIn } from './copies.ts'
import { isLive, isMarkerKey, type Stack, type Target } from './stacks.ts'
import { chunksOf, compareNames, filtered, isEmpty, type Window, WINDOW } from './windows.ts'
import { inRounds, type OperationContext, type OperationRound, type OperationRun } from './worker.ts'

const BATCH = 1000
const PARALLEL = 16

/** What markers were laid for. The entries are remembered while they are few. */
class Laid {
  readonly size: Size = { count: 0, bytes: 0 }
  /** The last of their names; null for none. */
  last: string | null = null
  #entries: ManifestEntry[] | null = []

  /** Adds a batch, in the order of its names. */
  add(entries: ManifestEntry[]): void {
    const { name = '' } = entries.at(-1) ?? {}
    if (this.last === null || compareNames(name, this.last) > 0) this.last = name
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
    // Where somebody wants it back, what is noted is enough as soon as it is something.
    const isStopped = op.cancel && laid.last !== null
    // The next round looks for late uploads.
    if (!isStopped && (await layAll(round, tree, laid))) return null
    if (!isStopped) progress.left(0, 0)
    if (context.core.clients.capabilities.versioning) {
      const isAll = progress.isAsExpected(laid.size)
      const noted = notedBy(round, isAll ? laid.inOrder : null)
      // Something was there when this began. If nothing is noted, an earlier listing may have missed it: look again.
      if ((await isEmpty(noted)) && !(await isEmpty(filtered((await look()).stacks, isLive)))) return null
      const windows = windowsIn({ names: noted, isThere: () => false, there: tree })
      const hasLate = await noteLate(round, isStopped ? upTo(windows, laid.last) : windows)
      await correctHistory(round, target, laid)
      // The tray tells what it has done.
      if (isStopped) progress.expect(laid.size.count, laid.size.bytes)
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

/** What was expected has counted as history since before the tree was hidden; nobody knows what another owner did. */
async function correctHistory({ context, progress }: OperationRound, { at }: Target, { size }: Laid): Promise<void> {
  const { expectedBytes } = progress
  if (expectedBytes === size.bytes) return
  await context.core.onHistory({ at, bytes: expectedBytes === null ? null : size.bytes - expectedBytes })
}

/**
 * Lays the markers of all files or, if there are none, of all folders. False if the tree is empty. Where somebody wants
 * it back, it stops after the first batch, so that its note has something.
 */
async function layAll(round: OperationRound, tree: ClearedTree, laid: Laid): Promise<boolean> {
  const { context, op, progress } = round
  let hasFolders = false
  for (const isFolder of [false, true]) {
    let isFirst = true
    const live = filtered(tree.stacks, (stack) => {
      const isThere = isLive(stack)
      hasFolders ||= isThere && isMarkerKey(stack.key)
      return isThere && isMarkerKey(stack.key) === isFolder
    })
    for await (const batch of chunksOf(live, BATCH)) {
      await tree.checkUnhidden([])
      if (laid.last !== null) {
        const own = await context.registry.mine(round)
        // Another owner may have taken over, or it is stopped: a look after its last markers finds what came late.
        if (!own || own.cancel) return true
      }
      isFirst = false
      const entries = await layMarkers(round, batch)
      laid.add(entries)
      const { count, bytes } = sizeOf(entries)
      progress.addItems(count)
      progress.addBytes(bytes)
      await context.core.failpoints.at('delete.laid', op.src ?? '')
    }
    if (!isFirst) return true
    // A long tree is listed anew for each.
    if (!hasFolders) return false
  }
  return false
}

/** What a delete has noted, in the order of its names. `known`: the same, if it is remembered. */
const notedBy = ({ context, op }: OperationRound, known: ManifestEntry[] | null): AsyncIterable<ManifestEntry> => ({
  [Symbol.asyncIterator]: () => (known ? eachYielding(known) : context.manifests.inOrder(noteNamed(op), op.id)),
})

/** Windows as far as a name: after that, a delete that was stopped has laid nothing. */
async function* upTo<A, B>(windows: AsyncIterable<Window<A, B>>, last: string | null): AsyncGenerator<Window<A, B>> {
  for await (const window of windows) {
    yield window
    if (last === null || (window.upTo !== null && compareNames(window.upTo, last) >= 0)) return
  }
}

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
    const late = coveredUnnoted(core, stacks, { bucket, noted })
    if (late.length === 0) continue
    hasLate = true
    for (const entry of await replacedAmong(context, noted, late)) replaced.add(entryId(entry))
    const entries = late.map(({ entry }) => entry)
    await owner.manifests.add(noteNamed(op), `${op.id}-${core.newId()}`, entries)
  }
  if (replaced.size > 0)
    await owner.manifests.change(noteNamed(op), (entry) => (replaced.has(entryId(entry)) ? null : entry))
  return hasLate
}

/** The entry of a version that a delete takes: with it, a restore can tell readers what comes back. */
const takenEntry = (
  { clients: { capabilities } }: StorageCore,
  at: Pick<ManifestEntry, 'bucket' | 'key' | 'name'>,
  { version, size, etag, metadata, lastModified }: Listed,
): ManifestEntry => ({
  ...at,
  version,
  size,
  ...(capabilities.listedMetadata && { etag, modified: mtimeOf(metadata, lastModified).getTime() }),
})

/** A late upload: what the marker covers instead of what the delete had seen there, and the name of the write. */
interface Late {
  entry: ManifestEntry
  writtenBy: string | undefined
}

/** Finds late uploads that came between the note and the marker. */
function coveredUnnoted(
  core: StorageCore,
  stacks: Stack[],
  { bucket, noted }: { bucket: string; noted: ManifestEntry[] },
): Late[] {
  const byKey = Map.groupBy(noted, ({ key }) => key)
  return stacks.flatMap(({ name, key, versions }) => {
    const from = Math.max(-1, ...(byKey.get(key) ?? []).map((entry) => positionOf(entry, versions))) + 1
    const marker = versions.findIndex((version, index) => index >= from && version.isMarker)
    const covered = from === 0 ? undefined : versions.slice(from, Math.max(from, marker)).at(-1)
    if (!covered) return []
    const entry = takenEntry(core, { bucket, key, name }, covered)
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
    return newest ? [takenEntry(context.core, { bucket, key, name }, newest)] : []
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
