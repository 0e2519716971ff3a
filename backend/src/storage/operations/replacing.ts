// What the trash tells of replaced files follows them when they are moved with their older versions.
import { mapParallel } from '../../lib/parallel.ts'
import type { PendingOperation } from '../journal.ts'
import { versionsOfKey } from '../names.ts'
import { isBelow, placeOfText } from '../paths.ts'
import { type ManifestEntry, namesTold, sizeOf } from './manifests.ts'
import { positionOf } from './notes.ts'
import type { NoteDocument } from './note-keys.ts'
import type { OperationRoom } from './worker.ts'

const PARALLEL = 16

/**
 * Notes of replaced files that lie wholly in what is moved follow, with what has come along of their versions. What lay beneath a delete marker stayed
 * where it was, and has a note of its own there.
 */
export async function moveReplaced(room: OperationRoom, op: PendingOperation): Promise<void> {
  const [src, dst] = [placeOfText(op.src ?? ''), placeOfText(op.dst ?? '')]
  const isMoved = (bucket: string, path: string) => bucket === src.bucket && (path === src.path || isBelow(path, src.path))
  const notes = await room.notes.replacedIn(src)
  if (notes.length === 0) return
  const destination = (await room.records.get(op.id))?.destination
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
