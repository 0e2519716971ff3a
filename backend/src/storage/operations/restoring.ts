// Bringing back what a note tells of: what was deleted, and what was replaced. A noted version leaves its note when its
// bytes were seen in place.
import { mapParallel } from '../../lib/parallel.ts'
import { firstToCome } from '../coming-back.ts'
import { HELD_WAIT_MS, held } from '../held.ts'
import { isDeleting, operationsOf } from '../note-operations.ts'
import { isVersion } from '../metadata.ts'
import { versionsOfKey } from '../names.ts'
import { headObject } from '../objects.ts'
import { pathText, place, placeOfText } from '../paths.ts'
import { translating } from '../s3-errors.ts'
import type { Arrival, Note, RestoreOptions } from '../types.ts'
import { isAsBefore } from './aliasing.ts'
import { arrivalOfDeleted, arrivalOfRestore } from './arrival.ts'
import { entryId, type ManifestEntry, sizeOf } from './manifests.ts'
import {
  askedOf,
  beginOnNote,
  type CheckedNote,
  closeNoteRound,
  inNoteRounds,
  keepAsked,
  noteAsRead,
  type NoteRequest,
  type NoteRound,
  takeOutOf,
} from './note-rounds.ts'
import { entriesNamed, pickNamed, takeOut, unreadable } from './notes.ts'
import { replacedId } from './noting.ts'
import { type PartProgress, PartRestorer } from './part-restorer.ts'
import type { OperationProgress } from './progress.ts'
import type { OnRefused } from './registration.ts'
import type { JournalEdit, Outcome } from './registry.ts'
import { checkParts, PARTS_AT_ONCE, restorePartsOf, type RestorePart } from './restore-part.ts'
import { clearForCheck, isNothingHiding } from './hiding.ts'
import { isMarkerKey, type Target } from './stacks.ts'
import type { OperationContext, OperationRound, OperationRun } from './worker.ts'

const PARALLEL = 16
/** Readers keep what comes back in memory, some hundred bytes for each file. */
const SHOWN_MAX = 100_000

export interface RestoreRequest extends NoteRequest, RestoreOptions {
  /** The revision of the journal at which the index knew of nothing in the place, where it did. */
  freeSince?: number | undefined
}

/**
 * What a restore would bring to its place.
 * @throws AppError `notFound`, `conflict`, `isFolder` as `prepareRestore`
 */
export async function planRestore(
  context: OperationContext,
  request: Pick<RestoreRequest, 'note' | 'names' | 'override' | 'stops'>,
): Promise<Arrival> {
  const { note, names, override = false, stops = false } = request
  if (stops && note.pending) return arrivalOfDeleted(note)
  const entries = await entriesNamed(context, note, names)
  await checkParts(context, await restorePartsOf(note, entries), { mayReplace: override })
  return arrivalOfRestore(context, note, entries)
}

/**
 * Step 2 of a restore: what may refuse it before anything is moved that readers see. Nothing that is there now may be
 * replaced, unless that is asked for.
 * @throws AppError `conflict`, `isFolder` where something is there now; `notFound` where none of it is kept any more;
 * `noRoom` (by `admit`)
 */
export async function prepareRestore(
  run: OperationRun,
  request: RestoreRequest,
  onRefused: OnRefused,
): Promise<JournalEdit> {
  const { context, owner, id } = run
  const { note, names, override = false, admit } = request
  if (request.stops && (await stopDeletes(run, request))) return prepareBeside(run, request)
  if (note.kind === 'replace') await translating(() => context.doubts.correct(note.id))
  const [noted, isClear] = await Promise.all([
    context.manifests.open(note.id),
    isKnownFree(run, request) && translating(() => isNothingHiding(context.core, note)),
  ])
  if (note.kind === 'delete' && noted.entries.length === 0) throw unreadable()
  const picked = pickNamed(note, noted.entries, names)
  const entries = names ? picked : noted.entries
  const isFree = isClear && (await translating(() => isKept(context, noted.entries)))
  if (names || note.kind === 'replace') await keepAsked(run, entries, onRefused)
  if (!isFree) {
    const parts = await restorePartsOf(note, entries)
    const found = await translating(async () => {
      await mapParallel(targetsOf(parts), PARTS_AT_ONCE, (target) => clearForCheck({ ...context, ...owner }, target))
      return checkParts(context, parts, { mayReplace: override })
    })
    run.checked = { ...(await noteAsRead(note, noted)), entries, found }
  }
  if (admit) await admit({ id, ...(await translating(() => arrivalOfRestore(context, note, entries))) })
  const isShown = entries.length <= SHOWN_MAX && (isFree || isUncovered(note, run.checked))
  const first = isShown && isFree ? await firstToCome(entries) : undefined
  const seen = { ...(isFree && { alone: true as const }), ...(first && { first }) }
  return beginOnNote(run, request, { ...sizeOf(entries), seen: isShown ? seen : null })
}

/**
 * Stops the deletes of a note that are not over yet, if there is room for all of it, and waits for their close. Answers
 * whether there were any.
 * @throws AppError `noRoom` (by `admit`), `locked` when it takes too long
 */
async function stopDeletes({ context, id }: OperationRun, { note, admit }: RestoreRequest): Promise<boolean> {
  const { journal } = context.core
  const deletes = operationsOf(journal.last, note.id).filter(({ kind }) => kind === 'delete')
  if (deletes.length === 0) return false
  // One that has joined the note of others adds its sum at its end: before, nobody knows whether there is room for it.
  const isSummed = !admit || deletes.every(({ src }) => src === pathText(note.at))
  if (isSummed && admit) await admit({ id, ...arrivalOfDeleted(note) })
  const isStopped = isSummed && (await context.registry.stopDeletes(note.id))
  if (!(await journal.until((state) => !isDeleting(state, note.id), HELD_WAIT_MS))) throw held()
  return isStopped
}

/**
 * Readies a restore of what a stopped delete had in the trash. Nothing refuses it: the rest is there again, and what
 * has come late stays where it is. (`tests/model`: "delete that is stopped".)
 */
async function prepareBeside(run: OperationRun, request: RestoreRequest): Promise<JournalEdit> {
  const { context } = run
  const { note } = request
  const [noted, counted] = await Promise.all([context.manifests.open(note.id), context.notes.note(note.id)])
  const { entries } = noted
  const parts = await restorePartsOf(note, entries)
  const found = await checkParts(context, parts, { mayReplace: false }).catch(() => parts.map(() => null))
  run.checked = { ...(await noteAsRead(counted, noted)), entries, found }
  return beginOnNote(run, request, sizeOf(entries))
}

/**
 * Whether a folder comes back to where nothing is, as far as the index knows, so that nothing has to be listed before.
 * What could hide it is still to be looked at, and whether it is kept.
 */
function isKnownFree(
  { context: { core }, id }: OperationRun,
  { note, names, override, freeSince }: RestoreRequest,
): boolean {
  const mayBe = freeSince !== undefined && !names && !override && isOneFolder(note)
  return mayBe && isAsBefore(core.journal.last, { rev: freeSince }, { at: note.at, id })
}

/** Whether the first of the files that a note has is kept. */
async function isKept({ core }: OperationContext, noted: readonly ManifestEntry[]): Promise<boolean> {
  const first = noted.find(({ key }) => !isMarkerKey(key))
  return first !== undefined && (await headObject(core.clients.control, first)) !== null
}

/** Of several things far apart, the folder around them all would have to be listed. */
const isOneFolder = ({ kind, isFile, things }: Note): boolean => kind === 'delete' && !isFile && things === 1

/** Whether nothing but delete markers lies on what a folder had. */
const isUncovered = (note: Note, checked: CheckedNote | undefined): boolean =>
  isOneFolder(note) && checked?.found.length === 1 && checked.found[0] !== null

/** What may be hidden by deleted files with the names of folders: each thing, or each file that was replaced. */
const targetsOf = (parts: RestorePart[]): Target[] =>
  parts.flatMap(({ note, entries }): Target[] =>
    note.kind === 'delete'
      ? [note]
      : [...Map.groupBy(entries, ({ bucket, key }) => `${bucket}/${folderOfKey(key)}`).values()].flatMap((files) =>
          files.slice(0, 1).map(({ bucket, key }) => ({ at: place(bucket, key), isFile: true })),
        ),
  )
const folderOfKey = (key: string): string => key.slice(0, key.lastIndexOf('/') + 1)

/** Brings back key by key, until somebody cancels it, then forgets the note, or what of it is back, and closes. */
export const carryOutRestore = (run: OperationRun): Promise<Outcome> =>
  inNoteRounds(run, async (round) => {
    const { context, id, op, isThere, noteKind, checked } = round
    const noted = round.noted.entries
    // A note goes before what it holds: one that is there holds something.
    if (isThere && noted.length === 0) throw unreadable()
    const entries = checked?.entries ?? (await askedOf(round))
    const at = { at: placeOfText(op.dst ?? ''), isFile: op.isFile, kind: noteKind }
    const { isCancelled, left } = await bringBack(round, await restorePartsOf(at, entries))
    if (isCancelled) await forgetSpared(round)
    const ids = new Set(entries.map(entryId))
    await takeOutOf(
      round,
      noted.filter((entry) => ids.has(entryId(entry)) && !left.has(entry.key)),
    )
    // A record tells that nothing is left until somebody says otherwise.
    if (left.size > 0 || !checked) await context.records.update(id, { left: left.size })
    return closeNoteRound(round, isCancelled && left.size > 0, entries !== noted)
  })

/** What became of a restore: whether somebody has cancelled it, and the keys of what is not back. */
interface BroughtBack {
  isCancelled: boolean
  left: ReadonlySet<string>
}

async function bringBack(round: NoteRound, parts: RestorePart[]): Promise<BroughtBack> {
  const { progress, checked } = round
  const ended = await mapParallel(parts, PARTS_AT_ONCE, async (part, index) => {
    const restorer = new PartRestorer(round, part.note)
    const told = parts.length === 1 ? progress : progressOfPart(progress)
    const isWhole = await restorer.bringBack(part.entries, told, checked?.found[index] ?? null)
    const rest = await restorer.left(part.entries)
    if (parts.length > 1 && rest.size === 0) progress.addItems(sizeOf(part.entries).count)
    return { isWhole, rest }
  })
  return {
    isCancelled: ended.some(({ isWhole }) => !isWhole),
    left: new Set(ended.flatMap(({ rest }) => [...rest])),
  }
}

/** How far one of several parts is says nothing of all. */
const progressOfPart = (progress: OperationProgress): PartProgress => ({
  addBytes: (bytes) => progress.addBytes(bytes),
  left: () => undefined,
})

/** What was noted because it was about to be replaced, and is on top still, was not replaced. */
async function forgetSpared({ context, op }: OperationRound): Promise<void> {
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
