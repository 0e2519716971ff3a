// What the trash tells of replaced files follows them when they are moved with their older versions.
import { createHash } from 'node:crypto'
import { mapParallel } from '../../lib/parallel.ts'
import type { PendingOperation } from '../journal.ts'
import { namesAbove, versionsOfKey } from '../names.ts'
import { isBelow, nameOf, type Place, placeOfText } from '../paths.ts'
import { type ManifestEntry, namesTold, sizeOf } from './manifests.ts'
import { positionOf, takeOut } from './notes.ts'
import type { NoteDocument } from './note-keys.ts'
import type { OperationRoom } from './worker.ts'

const PARALLEL = 16

/** Of notes that tell of more than what is moved, what has come along gets a note of its own. Done again, it is the same. */
async function divideWider(room: OperationRoom, op: PendingOperation, destination: string | undefined): Promise<void> {
  const [src, dst] = [placeOfText(op.src ?? ''), placeOfText(op.dst ?? '')]
  const isMoved = ({ bucket, key }: ManifestEntry) => bucket === src.bucket && (key === src.path || isBelow(key, src.path))
  for (const note of await room.notes.replacingNotes(src.bucket, ['', ...namesAbove(src)])) {
    if (note.isFile || !mayTellOf(note, src, op.isFile)) continue
    const inside = (await room.manifests.read(note._id, { mayBeEmpty: true })).filter(isMoved)
    const judged = await mapParallel(inside, PARALLEL, async (entry) => {
      const to = { ...entry, bucket: dst.bucket, key: dst.path + entry.key.slice(src.path.length) }
      return { entry, to, hasCome: positionOf(entry, await versionsOfKey(room.core, to.bucket, to.key)) >= 0 }
    })
    const come = judged.filter(({ hasCome }) => hasCome)
    if (come.length === 0) continue
    const moved = come.map(({ to }) => to)
    const _id = `${createHash('sha256').update(`${op.id} ${note._id}`).digest('hex').slice(0, 32)}r`
    await room.manifests.add(_id, `moved-${op.id}`, moved)
    const shown = destination ?? `/${dst.path}`
    const told = { ...sizeOf(moved), names: namesTold(moved) }
    await room.notes.insertIfAbsent({ ...note, _id, bucket: dst.bucket, path: dst.path, shown, isFile: op.isFile, ...told })
    await takeOut(room, note._id, come.map(({ entry }) => entry))
  }
}

/** Whether a note of several files may tell of one at a place; of few it has all names. */
const mayTellOf = ({ names, count }: NoteDocument, at: Place, isFile: boolean): boolean =>
  !isFile || count > names.length || names.includes(nameOf(at.path))

/**
 * Notes of replaced files that lie wholly in what is moved follow, with what has come along of their versions. What lay beneath a delete marker stayed
 * where it was, and has a note of its own there.
 */
export async function moveReplaced(room: OperationRoom, op: PendingOperation): Promise<void> {
  const [src, dst] = [placeOfText(op.src ?? ''), placeOfText(op.dst ?? '')]
  const isMoved = (bucket: string, path: string) => bucket === src.bucket && (path === src.path || isBelow(path, src.path))
  const destination = (await room.records.get(op.id))?.destination
  await divideWider(room, op, destination)
  const notes = await room.notes.replacedIn(src)
  for (const note of notes) {
    const judged = await mapParallel(await room.manifests.read(note._id), PARALLEL, async (entry) => {
      const to = { ...entry, bucket: dst.bucket, key: dst.path + entry.key.slice(src.path.length) }
      // Done again after a crash, it lies there already by what the manifest says.
      const hasCome = isMoved(entry.bucket, entry.key) && positionOf(entry, await versionsOfKey(room.core, to.bucket, to.key)) >= 0
      return { entry: hasCome ? to : entry, stays: isMoved(entry.bucket, entry.key) && !hasCome }
    })
    const follow = judged.filter(({ stays }) => !stays).map(({ entry }) => entry)
    if (follow.length === 0) continue
    await leaveBehind(room, note, judged.filter(({ stays }) => stays).map(({ entry }) => entry))
    const rest = note.path.slice(src.path.length)
    await room.manifests.replace(note._id, `moved-${op.id}`, follow)
    const between = await room.manifests.readBetween(note._id)
    const goesAlong = ({ bucket, key }: ManifestEntry) => isMoved(bucket, key)
    await room.manifests.replaceBetween(note._id, `moved-${op.id}`, between.map((entry) =>
      (goesAlong(entry) ? { ...entry, bucket: dst.bucket, key: dst.path + entry.key.slice(src.path.length) } : entry)))
    const shown = destination === undefined ? {} : { shown: destination + rest }
    await room.notes.update(note._id, { bucket: dst.bucket, path: dst.path + rest, ...shown, ...sizeOf(follow), names: namesTold(follow) })
  }
}

async function leaveBehind(room: OperationRoom, note: NoteDocument, entries: ManifestEntry[]): Promise<void> {
  if (entries.length === 0) return
  const _id = `${room.core.newId()}r`
  await room.manifests.add(_id, room.core.newId(), entries)
  await room.notes.insert({ ...note, _id, ...sizeOf(entries), names: namesTold(entries) })
}
