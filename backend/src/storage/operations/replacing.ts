// What operations replace is noted for the trash before it happens; and what was replaced, by whatever write, comes to the top again.
import { AppError } from '../../lib/app-error.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { headAside } from '../aside.ts'
import type { PendingOperation } from '../journal.ts'
import { asNewFile, COPY_OF, mtimeMetadata } from '../metadata.ts'
import { clearForFile, versionsOfKey } from '../names.ts'
import { copyObject, type ObjectFacts, type ObjectName } from '../objects.ts'
import { place, placeOfText } from '../paths.ts'
import { translating } from '../s3-errors.ts'
import { asideOf, isAside, isVersion, namesTold, shrinkNote } from './notes.ts'
import type { Progress } from './progress.ts'
import { tellCopied } from '../core.ts'
import type { ManifestEntry } from './manifests.ts'
import type { NoteDocument } from './note-keys.ts'
import { sizeOf } from './removal.ts'
import type { OperationRoom, Owner } from './worker.ts'

const PARALLEL = 16

/** The id of the note of what an operation replaces. A restore's own id comes before that of the note it works on. */
const noteOf = (operationId: string): string => `${operationId.split('-', 1)[0]}r`

/** Notes what an operation is about to replace. Done again, by another owner too, it adds to what was noted. */
export async function noteReplaced(room: OperationRoom, op: Pick<PendingOperation, 'id' | 'dst' | 'isFile'>, entries: ManifestEntry[]): Promise<void> {
  const record = entries.length > 0 ? await room.records.get(op.id) : null
  if (!record) return
  const id = noteOf(op.id)
  await room.manifests.add(id, room.core.newId(), entries)
  const all = await room.manifests.read(id)
  const { bucket, path } = placeOfText(op.dst ?? '')
  const note: NoteDocument = {
    _id: id, kind: 'replace', action: record.action, userId: record.userId, username: record.username, bucket, path, shown: record.destination, isFile: op.isFile,
    names: namesTold(all), when: room.core.now(), ...sizeOf(all),
  }
  if (!await room.notes.insertIfAbsent(note)) await room.notes.update(id, { ...sizeOf(all), names: note.names })
}

/** An operation that was undone has replaced nothing. */
export async function forgetReplaced(room: OperationRoom, operationId: string): Promise<void> {
  await room.notes.remove([noteOf(operationId)])
  await room.manifests.remove(noteOf(operationId))
}

/** Older versions go along with a file that is moved, and with them what the trash tells of them. Notes that lie wholly in what is moved follow. */
export async function moveReplaced(room: OperationRoom, op: PendingOperation): Promise<void> {
  const [src, dst] = [placeOfText(op.src ?? ''), placeOfText(op.dst ?? '')]
  const isMoved = (bucket: string, path: string) => bucket === src.bucket && (path === src.path || path.startsWith(`${src.path}/`))
  const moved = await room.notes.replacedIn(src)
  if (moved.length === 0) return
  const destination = (await room.records.get(op.id))?.destination
  for (const note of moved) {
    const rest = note.path.slice(src.path.length)
    const entries = (await room.manifests.read(note._id)).map((entry) => (isMoved(entry.bucket, entry.key) ? { ...entry, bucket: dst.bucket, key: dst.path + entry.key.slice(src.path.length) } : entry))
    await room.manifests.replace(note._id, `moved-${op.id}`, entries)
    await room.notes.update(note._id, { bucket: dst.bucket, path: dst.path + rest, ...(destination === undefined ? {} : { shown: destination + rest }) })
  }
}

/**
 * Refuses to put replaced versions on top where something else has come meanwhile.
 * @throws AppError `notFound` where none of them is left, `conflict` where one was changed again (unless `override`), `isFolder` or `conflict` for another kind
 */
export async function checkReplaced(room: OperationRoom, entries: ManifestEntry[], override: boolean): Promise<void> {
  const found = await mapParallel(entries, PARALLEL, async (entry) => {
    const [top, ...older] = await translating(() => versionsOfKey(room.core, entry.bucket, entry.key))
    await translating(() => clearForFile(room.core, place(entry.bucket, entry.key)))
    const isChanged = top !== undefined && !top.isMarker && entry.successor !== undefined && !isVersion(top, entry.successor) && !isVersion(top, entry.version)
    if (isChanged && !override) throw new AppError('conflict', 'a file was changed again since')
    return [top, ...older].some((version) => isVersion(version, entry.version)) || await isAside(room, entry)
  })
  if (!found.includes(true)) throw new AppError('notFound', 'what was replaced is no longer kept there')
}

/** One version that is to come to the top, and what it takes the place of. */
interface Rise {
  entry: ManifestEntry
  from: ObjectName & ObjectFacts & { size: number; etag: string; lastModified: Date }
  replaced: ManifestEntry | null
}

/**
 * Puts replaced versions on top, each as a new version of its file. What is lost by now, or on top already, is passed over. Answers what is left,
 * which is something only where it was cancelled.
 */
export async function bringToTop(room: OperationRoom, { owner, op, progress }: { owner: Owner; op: PendingOperation; progress: Progress }, entries: ManifestEntry[]): Promise<ManifestEntry[]> {
  const rises = (await mapParallel(entries, PARALLEL, (entry) => riseOf(room, op.id, entry))).filter((rise) => rise !== null)
  await noteReplaced(room, op, rises.flatMap(({ replaced }) => replaced ?? []))
  const isLeft = await mapParallel(rises, PARALLEL, async ({ entry: { bucket, key, version }, from }) => {
    await room.core.failpoints.at('restore.version', `${bucket}/${key}`)
    if (await room.registry.isCancelled(op.id)) return true
    const metadata = { ...asNewFile(mtimeMetadata(from.metadata, from.lastModified)), [COPY_OF]: `${op.id}:${version}` }
    const copied = await copyObject(owner.client, from, { bucket, key }, { metadata, contentType: from.contentType, headers: from.headers, onBytes: (bytes) => progress.addBytes(bytes) })
    if (copied) await tellCopied(room.core, { ...from, bucket }, copied.etag)
    room.versions.grew(place(bucket, key))
    progress.addItems()
    return false
  })
  if (!isLeft.includes(true)) return []
  await forgetSpared(room, op.id)
  return rises.filter((_, index) => isLeft[index]).map(({ entry }) => entry)
}

/** What was noted because it was about to be replaced, and is on top still, was not replaced. */
async function forgetSpared(room: OperationRoom, operationId: string): Promise<void> {
  if (!await room.notes.note(noteOf(operationId))) return
  const noted = await room.manifests.read(noteOf(operationId))
  const isSpared = await mapParallel(noted, PARALLEL, async ({ bucket, key, version }) => isVersion((await versionsOfKey(room.core, bucket, key))[0], version))
  await shrinkNote(room, noteOf(operationId), noted.filter((_, index) => !isSpared[index]))
}

async function riseOf(room: OperationRoom, operationId: string, entry: ManifestEntry): Promise<Rise | null> {
  const versions = await versionsOfKey(room.core, entry.bucket, entry.key)
  const [top] = versions
  if (isVersion(top, entry.version) || versions.some((version) => version.metadata[COPY_OF] === `${operationId}:${entry.version}`)) return null
  const replaced = top && !top.isMarker ? { bucket: entry.bucket, key: entry.key, name: entry.key, version: top.version, size: top.size } : null
  const older = versions.find((version) => isVersion(version, entry.version))
  if (older) return { entry, replaced, from: { ...older, bucket: entry.bucket } }
  const from = asideOf(room, entry)
  const head = await headAside(room.core.clients.control, from)
  return head && { entry, replaced, from: { ...head, ...from } }
}
