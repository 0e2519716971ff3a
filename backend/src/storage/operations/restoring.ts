// Bringing back what a note tells of: what was deleted, and what was replaced. A noted version leaves its note when its
// bytes were seen in place.
import { AppError } from '../../lib/app-error.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { asNewFile, contentIdOf, COPY_OF, isVersion, mtimeMetadata, withId } from '../metadata.ts'
import { inTheWayOfFile, versionsOfKey } from '../names.ts'
import { copyObject, deleteObjects, putFolderMarker } from '../objects.ts'
import { pathText, place, placeOfText } from '../paths.ts'
import { tellCopied } from '../core.ts'
import type { Note } from '../types.ts'
import {
  type FoundVersions,
  foundOf,
  isBelowFile,
  judge,
  type Judgement,
  type Judging,
  newestOfEach,
} from './judging.ts'
import { noteIdOf, takeOut, thingsIn } from './notes.ts'
import { noteReplaced, replacedId } from './noting.ts'
import type { OperationProgress } from './progress.ts'
import { entryId, type ManifestEntry, sizeOf } from './manifests.ts'
import type { Outcome } from './registry.ts'
import {
  clearAndList,
  foldersOf,
  isTargetHidden,
  isMarkerKey,
  listStacks,
  lookAt,
  type OnLive,
  stacksAt,
  type Target,
} from './tree.ts'
import { type OperationContext, type Owner, persist, type OperationRun } from './worker.ts'

const PARALLEL = 16
/** So many at once, between two looks whether somebody has cancelled it. */
const BATCH = 250
const PARTS_AT_ONCE = 4

type Noted = Pick<Note, 'at' | 'isFile' | 'kind'>

/** What of a note is to come back, and whether it may replace what is there now. */
export interface RestoreWish {
  entries: ManifestEntry[]
  mayReplace: boolean
}

/** One thing that comes back by itself, and what of it is noted. */
interface Part {
  note: Noted
  entries: ManifestEntry[]
}

/** What one action deleted may be several things, far apart; replaced files are looked at one by one anyway. */
const partsOf = (note: Noted, entries: ManifestEntry[]): Part[] =>
  note.kind === 'replace'
    ? [{ note, entries }]
    : thingsIn(entries).map(({ target, entries: own }) => ({ note: { ...target, kind: 'delete' }, entries: own }))

/**
 * What may refuse a restore before anything is moved: nothing that is there now may be replaced, unless that is wished.
 * @throws AppError `conflict`, `isFolder` where something is there now; `notFound` where none of it is kept any more
 */
export async function checkRestore(
  by: Pick<OperationRun, 'context' | 'owner'>,
  note: Noted,
  { entries, mayReplace }: RestoreWish,
): Promise<void> {
  const judged = await mapParallel(partsOf(note, entries), PARTS_AT_ONCE, (part) => judgePart(by, part, mayReplace))
  const files = judged.flat().filter(({ key }) => !isMarkerKey(key))
  if (files.length > 0 && files.every(({ kind }) => kind === 'lost'))
    throw new AppError('notFound', 'it is no longer kept')
}

async function judgePart(
  by: Pick<OperationRun, 'context' | 'owner'>,
  { note, entries }: Part,
  mayReplace: boolean,
): Promise<{ key: string; kind: Judgement['kind'] }[]> {
  await checkKinds(by, note, entries)
  const found = await stacksOf(by.context, note, entries)
  const judging = { context: by.context, operationId: '', found, mayReplace }
  return mapParallel(newestOfEach(entries, found), PARALLEL, async (entry) => {
    const { kind } = await judge(judging, entry)
    if (kind === 'taken' && !isStillReplaced(note, entry, found))
      throw new AppError('conflict', 'something else is there now')
    return { key: entry.key, kind }
  })
}

/** What replaced a file may make way for it again, as long as it is that very version. */
function isStillReplaced({ kind }: Noted, { key, successor }: ManifestEntry, found: FoundVersions): boolean {
  return kind === 'replace' && (successor === undefined || isVersion(found.versions.get(key)?.at(-1), successor))
}

/**
 * A file comes back neither below a file nor where a folder is now, and a folder not where a file is.
 * @throws AppError `conflict`, `isFolder`
 */
async function checkKinds(
  { context: { core }, owner }: Pick<OperationRun, 'context' | 'owner'>,
  note: Noted,
  entries: ManifestEntry[],
): Promise<void> {
  if (note.kind === 'replace')
    await mapParallel(entries, PARALLEL, ({ bucket, key }) => inTheWayOfFile(core, place(bucket, key)))
  else if (note.isFile) await inTheWayOfFile(core, note.at)
  else await lookAt({ core, client: owner.client }, note)
}

/** What lies at the keys of a note. Replaced files are few and may lie far apart: each is asked for. */
async function stacksOf({ core }: OperationContext, note: Noted, entries: ManifestEntry[]): Promise<FoundVersions> {
  if (note.kind === 'delete') return foundOf(await listStacks(core, note))
  return foundOf(await stacksAt(core, entries))
}

/** Brings back key by key, until somebody cancels it, then forgets the note, or what of it is back, and closes. */
export async function carryOutRestore(
  context: OperationContext,
  owner: Owner,
  id: string,
  progress: OperationProgress,
): Promise<Outcome> {
  return persist<Outcome>(context, owner, id, async () => {
    const op = await context.registry.mine(id, owner.lease)
    if (!op) return context.registry.outcome(id)
    const noteId = noteIdOf(id)
    const note = await context.notes.note(noteId)
    const all = await context.manifests.read(noteId, { mayBeEmpty: !note })
    // A note goes before what it holds: one that is there holds something.
    if (note && all.length === 0) throw new AppError('unavailable', 'what the trash holds cannot be read')
    const entries = (await context.manifests.work(id)) ?? all
    const run: OperationRun = { context, owner, op }
    const parts = partsOf({ at: placeOfText(op.dst ?? ''), isFile: op.isFile, kind: note?.kind ?? 'delete' }, entries)
    const ended = await mapParallel(parts, PARTS_AT_ONCE, async (part) => {
      const restoring = new Restoring(run, part.note)
      const isWhole = await restoring.bringBack(part.entries, parts.length === 1 ? progress : partOf(progress))
      const rest = await restoring.left(part.entries)
      if (parts.length > 1 && rest.size === 0) progress.addItems(sizeOf(part.entries).count)
      return { isWhole, rest }
    })
    const isCancelled = ended.some(({ isWhole }) => !isWhole)
    const left = new Set(ended.flatMap(({ rest }) => [...rest]))
    if (isCancelled) await forgetSpared(run)
    const isBack = (entry: ManifestEntry) =>
      entries.some((one) => entryId(one) === entryId(entry)) && !left.has(entry.key)
    await takeOut(context, noteId, all.filter(isBack))
    await context.records.update(id, { left: left.size })
    const isStopped = isCancelled && left.size > 0
    if (!(await context.registry.close(id, owner.lease, isStopped ? 'stopped' : 'running'))) return null
    await context.manifests.dropWork([id])
    return isStopped ? 'stopped' : 'done'
  })
}

/** How far one of several parts is says nothing of all. */
const partOf = (progress: OperationProgress): Bytes => ({
  addBytes: (bytes) => progress.addBytes(bytes),
  left: () => undefined,
})

/** What a part tells of how far it is. */
type Bytes = Pick<OperationProgress, 'addBytes' | 'left'>

/** A restore moves nothing that readers see. */
const stays: OnLive = () => false

class Restoring {
  readonly #run: OperationRun
  readonly #note: Noted

  constructor(run: OperationRun, note: Noted) {
    this.#run = run
    this.#note = note
  }

  /** False where somebody has cancelled it on its way. */
  async bringBack(entries: ManifestEntry[], progress: Bytes): Promise<boolean> {
    const found = await this.#clear(entries)
    if (await this.#isHidden()) return true
    const files = newestOfEach(
      entries.filter(({ key }) => !isMarkerKey(key)),
      found,
    )
    const { context, op } = this.#run
    const mayReplace = op.merge || this.#note.kind === 'replace'
    const judging = { context, operationId: op.id, found, mayReplace }
    for (let at = 0; at < files.length; at += BATCH) {
      await this.#run.context.core.failpoints.at('restore.batch', `${pathText(this.#note.at)} ${at}`)
      if ((await this.#isCancelled()) || !(await this.#bringBackBatch(files.slice(at, at + BATCH), judging, progress)))
        return false
      const left = sizeOf(files.slice(at + BATCH))
      progress.left(left.count, left.bytes)
    }
    const isFree = (entry: ManifestEntry) => !found.versions.has(entry.key) && !isBelowFile(entry, found)
    const markers = entries.filter((entry) => isMarkerKey(entry.key) && isFree(entry))
    await mapParallel(markers, PARALLEL, ({ bucket, key }) => putFolderMarker(this.#run.owner.client, { bucket, key }))
    return true
  }

  /** A late upload may have taken the name of the folder. */
  async #isHidden(): Promise<boolean> {
    return this.#note.kind === 'delete' && (await isTargetHidden(this.#run.context.core, this.#note))
  }

  #isCancelled(): Promise<boolean> {
    return this.#run.context.registry.isCancelled(this.#run.op.id)
  }

  /** Moves out of the way what was deleted there and would hide what comes back. A file that is there by now stays. */
  async #clear(entries: ManifestEntry[]): Promise<FoundVersions> {
    if (this.#note.kind === 'replace') {
      const targets = entries.map(({ bucket, key }): Target => ({ at: place(bucket, key), isFile: true }))
      return foundOf(
        (
          await mapParallel(targets, PARALLEL, (target) =>
            clearAndList(this.#run, target, { isComing: true, onLive: stays }),
          )
        ).flat(),
      )
    }
    const wanted = foldersOf(entries.map(({ name }) => name))
    return foundOf(await clearAndList(this.#run, this.#note, { wanted, isComing: true, onLive: stays }))
  }

  async #bringBackBatch(files: ManifestEntry[], judging: Judging, progress: Bytes): Promise<boolean> {
    const { context } = this.#run
    const judged = await mapParallel(files, PARALLEL, async (entry) => ({
      entry,
      judgement: await judge(judging, entry),
    }))
    await noteReplaced(
      this.#run,
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
      for (const [bucket, objects] of layer) await deleteObjects(this.#run.owner.client, bucket, objects)
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
    } = this.#run
    const metadata = isAside
      ? withId(from.metadata, version)
      : { ...asNewFile(mtimeMetadata(from.metadata, from.lastModified), version), [COPY_OF]: `${op.id}:${version}` }
    const copied = await copyObject(
      owner.client,
      from,
      { bucket, key },
      { metadata, contentType: from.contentType, headers: from.headers, onBytes },
    )
    if (!copied) return
    await tellCopied(core, { ...from, bucket, contentId: contentIdOf(metadata, '') }, copied.etag)
    this.#run.context.versions.grew(place(bucket, key))
    if (isAside) await deleteObjects(core.clients.control, from.bucket, [{ key: from.key }])
  }

  /** The keys whose noted version a last look does not find in its place. */
  async left(entries: ManifestEntry[]): Promise<ReadonlySet<string>> {
    const { context, op } = this.#run
    const found = await stacksOf(context, this.#note, entries)
    const judging = { context, operationId: op.id, found, mayReplace: false, isHidden: await this.#isHidden() }
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

/** What was noted because it was about to be replaced, and is on top still, was not replaced. */
async function forgetSpared({ context, op }: OperationRun): Promise<void> {
  const id = replacedId(op.id)
  if (!(await context.notes.note(id))) return
  const noted = await context.manifests.read(id)
  const isSpared = await mapParallel(noted, PARALLEL, async ({ bucket, key, version }) =>
    isVersion((await versionsOfKey(context.core, bucket, key))[0], version),
  )
  await takeOut(
    context,
    id,
    noted.filter((_, index) => isSpared[index]),
  )
}
