// What the trash tells of replaced files follows them when they are moved with their older versions.
import type { PendingOperation } from '../journal.ts'
import { placeOfText } from '../paths.ts'
import type { OperationRoom } from './worker.ts'

/** Older versions go along with a file that is moved, and with them what the trash tells of them. Notes that lie wholly in what is moved follow. */
export async function moveReplaced(room: OperationRoom, op: PendingOperation): Promise<void> {
  const [src, dst] = [placeOfText(op.src ?? ''), placeOfText(op.dst ?? '')]
  const isMoved = (bucket: string, path: string) => bucket === src.bucket && (path === src.path || path.startsWith(`${src.path}/`))
  const moved = (await room.records.notesIn([src.bucket])).filter(({ kind, bucket, path }) => kind === 'replace' && isMoved(bucket, path))
  if (moved.length === 0) return
  const destination = (await room.records.get(op.id))?.destination
  for (const note of moved) {
    const rest = note.path.slice(src.path.length)
    const entries = (await room.manifests.read(note._id)).map((entry) => (isMoved(entry.bucket, entry.key) ? { ...entry, bucket: dst.bucket, key: dst.path + entry.key.slice(src.path.length) } : entry))
    await room.manifests.replace(note._id, `moved-${op.id}`, entries)
    await room.records.updateNote(note._id, { bucket: dst.bucket, path: dst.path + rest, ...(destination === undefined ? {} : { shown: destination + rest }) })
  }
}
