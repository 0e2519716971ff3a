// How the files of one part of a restore are brought to their places.
import { mapParallel } from '../../lib/parallel.ts'
import { eachYielding } from '../../lib/yielding.ts'
import { tellCopied } from '../core.ts'
import { asNewFile, contentIdOf, COPY_OF, mtimeMetadata, withId } from '../metadata.ts'
import { copyObject } from '../object-copies.ts'
import { deleteObjects } from '../object-removal.ts'
import { putFolderMarker } from '../objects.ts'
import { pathText, place } from '../paths.ts'
import {
  type FoundVersions,
  foundOf,
  isBelowFile,
  judge,
  type Judgement,
  type Judging,
  newestOfEach,
} from './judging.ts'
import { type ManifestEntry, sizeOf, without } from './manifests.ts'
import { NOTE_BATCH } from './note-rounds.ts'
import { noteReplaced } from './noting.ts'
import type { OperationProgress } from './progress.ts'
import { foundIn, type Noted } from './restore-part.ts'
import { clearTree, type OnLive } from './cleared-tree.ts'
import { isTargetHidden } from './hiding.ts'
import { isMarkerKey, type Target } from './stacks.ts'
import { compareNames } from './windows.ts'
import type { OperationRound } from './worker.ts'

const PARALLEL = 16

/** What a part tells of how far it is. */
export type PartProgress = Pick<OperationProgress, 'addBytes' | 'left'>

/** A restore moves nothing that readers see. */
const stays: OnLive = () => false

/** Names that may be gone through several times. */
function inOrder(names: string[]): AsyncIterable<{ name: string }> {
  const sorted = names.toSorted(compareNames).map((name) => ({ name }))
  return { [Symbol.asyncIterator]: () => eachYielding(sorted) }
}

/** Brings one part of a restore to its place. */
export class PartRestorer {
  readonly #round: OperationRound
  readonly #note: Noted

  constructor(round: OperationRound, note: Noted) {
    this.#round = round
    this.#note = note
  }

  /** False where somebody has cancelled it on its way. `checked`: what need not be looked at again. */
  async bringBack(entries: ManifestEntry[], progress: PartProgress, checked: FoundVersions | null): Promise<boolean> {
    const found = checked ?? (await this.#clear(entries))
    if (await this.#isHidden()) return true
    const files = newestOfEach(
      entries.filter(({ key }) => !isMarkerKey(key)),
      found,
    )
    const { context, op } = this.#round
    const mayReplace = op.merge || this.#note.kind === 'replace'
    const judging = { context, operationId: op.id, found, mayReplace }
    let rest = sizeOf(files)
    for (let at = 0; at < files.length; at += NOTE_BATCH) {
      await this.#round.context.core.failpoints.at('restore.batch', `${pathText(this.#note.at)} ${at}`)
      const batch = files.slice(at, at + NOTE_BATCH)
      if ((await this.#isCancelled()) || !(await this.#bringBackBatch(batch, judging, progress))) return false
      rest = without(rest, sizeOf(batch))
      progress.left(rest.count, rest.bytes)
    }
    const isFree = (entry: ManifestEntry) => !found.versions.has(entry.key) && !isBelowFile(entry, found)
    const markers = entries.filter((entry) => isMarkerKey(entry.key) && isFree(entry))
    await mapParallel(markers, PARALLEL, ({ bucket, key }) =>
      putFolderMarker(this.#round.owner.client, { bucket, key }),
    )
    return true
  }

  /** A late upload may have taken the name of the folder. */
  async #isHidden(): Promise<boolean> {
    return this.#note.kind === 'delete' && (await isTargetHidden(this.#round.context.core, this.#note))
  }

  #isCancelled(): Promise<boolean> {
    return this.#round.context.registry.isCancelled(this.#round.op.id)
  }

  /** Moves out of the way what was deleted there and would hide what comes back. A file that is there by now stays. */
  async #clear(entries: ManifestEntry[]): Promise<FoundVersions> {
    const list = async (target: Target, names?: string[]) => {
      const options = { isComing: true, onLive: stays, ...(names && { names: inOrder(names) }) }
      return Array.fromAsync((await clearTree(this.#round, target, options)).stacks)
    }
    if (this.#note.kind === 'delete')
      return foundOf(
        await list(
          this.#note,
          entries.map(({ name }) => name),
        ),
      )
    const targets = entries.map(({ bucket, key }): Target => ({ at: place(bucket, key), isFile: true }))
    return foundOf((await mapParallel(targets, PARALLEL, (target) => list(target))).flat())
  }

  async #bringBackBatch(files: ManifestEntry[], judging: Judging, progress: PartProgress): Promise<boolean> {
    const { context } = this.#round
    const judged = await mapParallel(files, PARALLEL, async (entry) => ({
      entry,
      judgement: await judge(judging, entry),
    }))
    await noteReplaced(
      this.#round,
      judged.flatMap(({ judgement }) => (judgement.kind === 'rise' ? (judgement.replaced ?? []) : [])),
    )
    await this.#uncover(judged)
    const goesOn = await mapParallel(judged, PARALLEL, async ({ entry, judgement }) => {
      if (judgement.kind !== 'rise') return true
      await context.core.failpoints.at('restore.version', `${entry.bucket}/${entry.key}`)
      if (await this.#isCancelled()) return false
      await this.#rise(entry, judgement, (bytes) => progress.addBytes(bytes))
      return true
    })
    await context.core.onHistory({ at: this.#note.at, bytes: judged.reduce((sum, one) => sum + historyOf(one), 0) })
    return !goesOn.includes(false)
  }

  /** From the top down, so that nothing but a marker shows under way. */
  async #uncover(judged: { entry: ManifestEntry; judgement: Judgement }[]): Promise<void> {
    const markers = judged.flatMap(({ entry: { bucket, key }, judgement }) =>
      judgement.kind === 'uncover'
        ? judgement.markers.map(({ version }, depth) => ({ bucket, key, version, depth }))
        : [],
    )
    for (let depth = 0; markers.some((marker) => marker.depth === depth); depth += 1) {
      const layer = Map.groupBy(
        markers.filter((marker) => marker.depth === depth),
        ({ bucket }) => bucket,
      )
      for (const [bucket, objects] of layer) await deleteObjects(this.#round.owner.client, bucket, objects)
    }
  }

  /**
   * Copies a version on top, as a new one; what comes back from where it was moved aside is still the one that notes
   * know.
   */
  async #rise(
    { bucket, key, version }: ManifestEntry,
    { from, isAside }: Judgement & { kind: 'rise' },
    onBytes: (bytes: number) => void,
  ): Promise<void> {
    const {
      context: { core },
      owner,
      op,
    } = this.#round
    const metadata = isAside
      ? withId(from.metadata, version)
      : { ...asNewFile(mtimeMetadata(from.metadata, from.lastModified), version), [COPY_OF]: `${op.id}:${version}` }
    const copied = await copyObject(
      owner.client,
      { from, to: { bucket, key } },
      { metadata, contentType: from.contentType, headers: from.headers, onBytes },
    )
    if (!copied) return
    await tellCopied(core, { ...from, bucket, contentId: contentIdOf(metadata, '') }, { etag: copied.etag })
    this.#round.context.versions.grew(place(bucket, key))
    if (isAside) await deleteObjects(core.clients.control, from.bucket, [{ key: from.key }])
  }

  /** The keys whose noted version a last look does not find in its place. */
  async left(entries: ManifestEntry[]): Promise<ReadonlySet<string>> {
    const { context, op } = this.#round
    const [found, isHidden] = await Promise.all([foundIn(context, this.#note, entries), this.#isHidden()])
    const judging = { context, operationId: op.id, found, mayReplace: false, isHidden }
    const judged = await mapParallel(newestOfEach(entries, found), PARALLEL, async (entry) => ({
      entry,
      isThere: (await judge(judging, entry)).kind === 'there',
    }))
    return new Set(judged.filter(({ isThere }) => !isThere).map(({ entry }) => entry.key))
  }
}

/** By how many bytes old versions grow (or shrink) where one comes back as it was judged. */
function historyOf({ entry, judgement }: { entry: ManifestEntry; judgement: Judgement }): number {
  if (judgement.kind === 'uncover') return -entry.size
  if (judgement.kind !== 'rise') return 0
  return (judgement.replaced?.size ?? 0) - (judgement.isAside ? entry.size : 0)
}
