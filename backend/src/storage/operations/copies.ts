// The copies of a transfer, which carry its mark: which versions have one, and what is removed by them, of the source after the commit or of the
// destination where it is undone.
import type { PendingOperation } from '../journal.ts'
import type { Listed } from '../listing.ts'
import { COPY_OF } from '../metadata.ts'
import { deleteObjects, deleteVersions } from '../objects.ts'
import { placeOfText } from '../paths.ts'
import { translating } from '../s3-errors.ts'
import type { ManifestEntry } from './manifests.ts'
import { clearAndList, filesFirst, foldersOf, isMarkerKey, type Stack, type Target } from './tree.ts'
import type { OperationRoom, Owner } from './worker.ts'

export const targetOf = (text: string, op: PendingOperation): Target => ({ at: placeOfText(text), isFile: op.isFile })

export async function destinationStacks(room: OperationRoom, owner: Owner, op: PendingOperation, names: Iterable<string>): Promise<Map<string, Stack>> {
  const stacks = await clearAndList(room.core, owner.client, targetOf(op.dst ?? '', op), foldersOf(names))
  return new Map(stacks.map((stack) => [stack.name, stack]))
}

/** What lies right beneath the copies of a merge: present files of the same names. */
export async function replacedBy(room: OperationRoom, owner: Owner, op: PendingOperation): Promise<ManifestEntry[]> {
  const { bucket } = placeOfText(op.dst ?? '')
  const isCopy = (version: Listed | undefined) => version?.metadata[COPY_OF]?.startsWith(`${op.id}:`) ?? false
  return [...(await destinationStacks(room, owner, op, [])).values()].flatMap(({ key, versions }): ManifestEntry[] => {
    const beneath = versions.findLast((version) => !isCopy(version))
    const isReplaced = !isMarkerKey(key) && isCopy(versions.at(-1)) && beneath !== undefined && !beneath.isMarker
    return isReplaced ? [{ bucket, key, name: key, version: beneath.version, size: beneath.size, successor: versions.at(-1)?.version ?? '' }] : []
  })
}

/** Without versions the content itself tells whether a copy is still one of what lies there: a late writer's file is copied, too. */
export const markOf = (op: PendingOperation, from: Pick<Listed, 'version' | 'etag'>): string => `${op.id}:${from.version || from.etag}`

// A folder marker is copied only where there is none.
export function hasCopy(op: PendingOperation, there: Stack | undefined, from: Listed): boolean {
  if (!there) return false
  return isMarkerKey(from.key) || there.versions.some((version) => version.metadata[COPY_OF] === markOf(op, from))
}

/** Removes exactly the versions that have a copy, of each key the oldest first, so that no old content comes back to life. */
export async function removeCopied(room: OperationRoom, owner: Owner, op: PendingOperation): Promise<void> {
  const { failpoints } = room.core
  const source = targetOf(op.src ?? '', op)
  const stacks = filesFirst(await clearAndList(room.core, owner.client, source))
  const there = await destinationStacks(room, owner, op, stacks.map(({ name }) => name))
  const copied = stacks.map((stack) => ({ key: stack.key, versions: stack.versions.filter((version) => !version.isMarker && (!failpoints.keeps('exactVersions') || hasCopy(op, there.get(stack.name), version))) }))
  await removeOldestFirst(room, owner, source.at.bucket, copied.filter(({ key }) => !isMarkerKey(key)))
  await removeOldestFirst(room, owner, source.at.bucket, copied.filter(({ key }) => isMarkerKey(key)))
}

async function removeOldestFirst({ core: { failpoints } }: OperationRoom, owner: Owner, bucket: string, inOrder: { key: string; versions: Listed[] }[], remove = deleteObjects): Promise<void> {
  const stacks = failpoints.keeps('oldestFirst') ? inOrder : inOrder.map(({ key, versions }) => ({ key, versions: versions.toReversed() }))
  const deepest = Math.max(0, ...stacks.map(({ versions }) => versions.length))
  for (let depth = 0; depth < deepest; depth += 1) {
    if (depth > 0) await failpoints.at('move.half', `${bucket}/${stacks[0]?.key ?? ''}`)
    await remove(owner.client, bucket, stacks.flatMap(({ key, versions }) => {
      const version = versions[depth]
      return version ? [isMarkerKey(key) ? { key } : { key, version: version.version }] : []
    }))
  }
}

/** Removes exactly the marked copies. */
export async function undo(owner: Owner, room: OperationRoom, op: PendingOperation): Promise<void> {
  await room.registry.step(op.id, owner.lease, (now) => {
    if (now.state !== 'copying') return null
    now.state = 'undoing'
    return true
  })
  // Without versions nothing lies beneath the copies of a merge: what they replaced is gone, and they are all there is.
  if (op.merge && !room.core.clients.features.versioning) return
  const destination = targetOf(op.dst ?? '', op)
  const stacks = await clearAndList(room.core, owner.client, destination)
  const copies = stacks.map((stack) => ({ key: stack.key, versions: stack.versions.filter((version) => version.metadata[COPY_OF]?.startsWith(`${op.id}:`)) }))
  // What lies beneath the copies of a merge is read meanwhile.
  await translating(() => removeOldestFirst(room, owner, destination.at.bucket, copies, op.merge ? deleteVersions : deleteObjects))
}
