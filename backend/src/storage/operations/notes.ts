// What all that works on a note of the trash shares: which note it is, where its versions lie, and what is left of it.
import { NAMES_TOLD } from '../../../contract/trash.ts'
import { historyKey } from '../aside.ts'
import type { Listed } from '../listing.ts'
import { WRITTEN_AS } from '../metadata.ts'
import { headObject, type ObjectName } from '../objects.ts'
import { nameOf } from '../paths.ts'
import type { ManifestEntry } from './manifests.ts'
import { sizeOf } from './removal.ts'
import type { OperationRoom } from './worker.ts'

/** The note that an operation's id names: `<own id>-<note's id>`. */
export const noteIdOf = (operationId: string): string => operationId.slice(operationId.indexOf('-') + 1)

/** Whether a version is a noted one, moved as it may have been since. */
export const isVersion = (listed: Listed | undefined, version: string | undefined): boolean =>
  listed !== undefined && version !== undefined && (listed.version === version || listed.metadata[WRITTEN_AS] === version)

/** Where a noted version is among those of its key (oldest first); -1 where it is none of them. */
export const positionOf = ({ version }: Pick<ManifestEntry, 'version'>, versions: Listed[]): number => versions.findLastIndex((one) => isVersion(one, version))

/** Where a noted version lies that was in somebody's way. */
export const asideOf = ({ core }: OperationRoom, { bucket, key, version }: ManifestEntry): ObjectName => ({ bucket: core.systemBucket, key: historyKey(bucket, key, version) })

export const isAside = async (room: OperationRoom, entry: ManifestEntry): Promise<boolean> => await headObject(room.core.clients.control, asideOf(room, entry)) !== null

/** Leaves of a note what is told; nothing left is no note. */
export async function shrinkNote(room: OperationRoom, noteId: string, left: ManifestEntry[]): Promise<void> {
  if (left.length === 0) {
    await room.records.removeNote(noteId)
    await room.manifests.remove(noteId)
    return
  }
  await room.manifests.replace(noteId, room.core.newId(), left)
  const isReplace = (await room.records.note(noteId))?.kind === 'replace'
  await room.records.updateNote(noteId, { ...sizeOf(left), ...(isReplace && { names: namesTold(left) }) })
}

/** Names that a note of replaced files tells at first sight. */
export const namesTold = (entries: ManifestEntry[]): string[] => entries.slice(0, NAMES_TOLD).map(({ key }) => nameOf(key))
