// Notes of replaced files follow the files when these are moved with their older versions.
import { createHash } from 'node:crypto'
import { mapParallel } from '../../lib/parallel.ts'
import type { PendingOperation } from '../journal-state.ts'
import { namesAbove, versionsOfKey } from '../names.ts'
import { isBelow, nameOf, type Place, placeOfText } from '../paths.ts'
import { entryId, type ManifestEntry } from './manifests.ts'
import { positionOf, setSums, takeOut } from './notes.ts'
import type { NoteDocument } from './note-keys.ts'
import { tallyOf } from './tally.ts'
import type { OperationContext } from './worker.ts'

const PARALLEL = 16

/** The id of a batch that a second attempt writes once more. */
const movedBatch = (op: PendingOperation): string => `moved-${op.id}`

/** Which entries are moved, where they are afterwards, and whether they have arrived. */
function movementOf({ core }: OperationContext, { src: from, dst: to }: PendingOperation) {
  const [src, dst] = [placeOfText(from ?? ''), placeOfText(to ?? '')]
  const moved = (entry: ManifestEntry): ManifestEntry => ({
    ...entry,
    bucket: dst.bucket,
    key: dst.path + entry.key.slice(src.path.length),
  })
  return {
    src,
    dst,
    moved,
    isMoved: ({ bucket, key }: ManifestEntry) => bucket === src.bucket && (key === src.path || isBelow(key, src.path)),
    hasCome: async (entry: ManifestEntry) => {
      const { bucket, key } = moved(entry)
      return positionOf(entry, await versionsOfKey(core, bucket, key)) >= 0
    },
  }
}

type Movement = ReturnType<typeof movementOf>

/** Whether a note of several files may have one at a place. A note of few files has all their names. */
const mayTellOf = ({ names, count }: NoteDocument, at: Place, isFile: boolean): boolean =>
  !isFile || count > names.length || names.includes(nameOf(at.path))

/** Moves the notes inside of what was moved, and splits those around it: the moved part gets a note of its own. */
export async function moveReplaced(context: OperationContext, op: PendingOperation): Promise<void> {
  const movement = movementOf(context, op)
  const { src } = movement
  // The database first: a note that leaves it meanwhile is found in the system bucket.
  const kept = await (await context.notes.listings()).replacing(src.bucket, ['', ...namesAbove(src)])
  // Again, since a write may owe a note by now.
  const listings = await context.notes.listings()
  const inside = await listings.replacedIn(src)
  const around = [...kept, ...(await listings.spilledAround(src))].filter(
    ({ _id }, index, all) => ![...inside, ...all.slice(0, index)].some((other) => other._id === _id),
  )
  const wider = around.filter((note) => !note.isFile && mayTellOf(note, src, op.isFile))
  if (wider.length + inside.length === 0) return
  const destination = (await context.records.get(op.id))?.destination
  for (const note of wider) await divide(context, op, { note, movement, destination })
  for (const note of inside) await follow(context, op, { note, movement, destination })
}

/** A note that a move affects. `destination`: the path as the person sees it, if known. */
interface Following {
  note: NoteDocument
  movement: Movement
  destination: string | undefined
}

/** Gives the moved part of a wider note a note of its own. Repeating it changes nothing. */
async function divide(
  context: OperationContext,
  op: PendingOperation,
  { note, movement, destination }: Following,
): Promise<void> {
  const { dst, isMoved, moved, hasCome } = movement
  const entries = (await context.manifests.read(note._id, { mayBeEmpty: true })).filter(isMoved)
  const come = await mapParallel(entries, PARALLEL, async (entry) => ((await hasCome(entry)) ? [entry] : []))
  const taken = come.flat()
  if (taken.length === 0) return
  const there = taken.map(moved)
  const _id = `${createHash('sha256').update(`${op.id} ${note._id}`).digest('hex').slice(0, 32)}r`
  await context.manifests.add(_id, movedBatch(op), there)
  const place = { bucket: dst.bucket, path: dst.path, shown: destination ?? `/${dst.path}`, isFile: op.isFile }
  await context.notes.insertIfAbsent({ ...note, _id, ...place, folders: [], ...tallyOf('replace', there) })
  await takeOut(context, note._id, taken)
}

/**
 * Moves a note that lies wholly in what is moved, with those of its versions that were moved. Versions beneath a delete
 * marker stayed where they were, and get a note of their own there.
 */
async function follow(
  context: OperationContext,
  op: PendingOperation,
  { note, movement, destination }: Following,
): Promise<void> {
  const { src, dst, isMoved, moved, hasCome } = movement
  const judged = await mapParallel(await context.manifests.read(note._id), PARALLEL, async (entry) => {
    // After a crash the manifest may name the new place already.
    if (!isMoved(entry)) return { entry, stays: false }
    return (await hasCome(entry)) ? { entry: moved(entry), stays: false } : { entry, stays: true }
  })
  const along = judged.filter(({ stays }) => !stays).map(({ entry }) => entry)
  if (along.length === 0) return
  await leaveBehind(
    context,
    note,
    judged.filter(({ stays }) => stays).map(({ entry }) => entry),
  )
  const stays = new Set(judged.flatMap((one) => (one.stays ? [entryId(one.entry)] : [])))
  const edit = (entry: ManifestEntry) => (isMoved(entry) ? moved(entry) : entry)
  await context.manifests.change(note._id, (entry) => (stays.has(entryId(entry)) ? null : edit(entry)))
  const between = await context.manifests.readBetween(note._id)
  await context.manifests.replaceBetween(
    note._id,
    movedBatch(op),
    between.map((entry) => (isMoved(entry) ? moved(entry) : entry)),
  )
  const rest = note.path.slice(src.path.length)
  const shown = destination === undefined ? {} : { shown: destination + rest }
  await context.notes.update(note._id, { bucket: dst.bucket, path: dst.path + rest, ...shown })
  await setSums(context, note, along)
}

async function leaveBehind(context: OperationContext, note: NoteDocument, entries: ManifestEntry[]): Promise<void> {
  if (entries.length === 0) return
  const _id = `${context.core.newId()}r`
  await context.manifests.add(_id, context.core.newId(), entries)
  await context.notes.insert({ ...note, _id, folders: [], ...tallyOf('replace', entries) })
}
