// What is removed by the copies of a transfer: of the source after the commit, or of the destination where it is
// undone.
import type { Listed } from '../listing-page.ts'
import { isCopyBy } from '../metadata.ts'
import { deleteObjects, deleteVersions } from '../object-removal.ts'
import { headObject } from '../objects.ts'
import { placeOfText } from '../paths.ts'
import { translating } from '../s3-errors.ts'
import { type ClearedTree, clearTree, type OnLive } from './cleared-tree.ts'
import { byName, endsOf, hasCopy, type Look, takesHistory, targetOf, windowsIn } from './copies.ts'
import type { ManifestEntry } from './manifests.ts'
import { LeftBehindNote } from './noting.ts'
import { isLive, isMarkerKey, keyIn, liveVersions, type Stack } from './stacks.ts'
import type { Named } from './windows.ts'
import type { OperationRound } from './worker.ts'

/**
 * What lies at the destination after the commit, or where it is undone: a live file there makes way only where it hides
 * copies of this operation. `names`: what may have been copied, in order.
 */
export async function clearCopies(round: OperationRound, names: AsyncIterable<Named>): Promise<ClearedTree> {
  const { context, op } = round
  const { control } = context.core.clients
  const destination = targetOf(op.dst ?? '', op)
  const { bucket } = destination.at
  const onLive: OnLive = async (hiding) => {
    for await (const { name } of names) {
      const key = keyIn(destination, name)
      const head = key.startsWith(`${hiding.key}/`) ? await headObject(control, { bucket, key }) : null
      if (head && isCopyBy(op, head.metadata)) return true
    }
    return false
  }
  return clearTree(round, destination, { names, onLive })
}

/** The source after the commit beside the copies. What hides a part of the source was put there since, and is noted. */
async function lookAfterCommit(round: OperationRound): Promise<Look<Stack>> {
  const { context, op } = round
  const ends = await endsOf(round, false)
  const source = ends?.source ?? (await clearTree(round, targetOf(op.src ?? '', op), { onLive: () => true }))
  const there = ends?.there ?? (await context.core.rules.clearForCopies(round, source))
  return { names: source.stacks, isThere: isLive, source, there }
}

/**
 * Removes exactly the versions that have a copy, of each key the oldest first, so that no old content comes back to
 * life. `between`: what is done before each window.
 */
export async function removeCopied(round: OperationRound, between: () => Promise<unknown>): Promise<void> {
  const { context, op } = round
  const { rules } = context.core
  const { bucket } = placeOfText(op.src ?? '')
  if (!takesHistory(op)) await leaveOlderBehind(round)
  const look = await lookAfterCommit(round)
  const remove = async (isTurn: (stack: Stack) => boolean) => {
    for await (const { left, right } of windowsIn(look)) {
      await between()
      const there = byName(right)
      const isCopied = (stack: Stack) => (version: Listed) =>
        !version.isMarker && rules.isCopied(op, there.get(stack.name), version)
      const keys = left.filter(isTurn).map((stack) => ({ ...stack, versions: stack.versions.filter(isCopied(stack)) }))
      await removeByDepth(round, { bucket, keys })
    }
  }
  // A folder goes when it is empty.
  await remove(({ key }) => !isMarkerKey(key))
  await remove(({ key }) => isMarkerKey(key))
}

/** Lays a marker where an older version would rise when the moved one goes; what lies beneath is noted before. */
async function leaveOlderBehind(round: OperationRound): Promise<void> {
  const { context, owner, op } = round
  const { bucket } = placeOfText(op.src ?? '')
  const note = new LeftBehindNote(round)
  for await (const moved of movedFiles(round)) {
    const behind = moved.flatMap(({ stack, isMoved }): ManifestEntry[] => {
      const [older, newest] = liveVersions(stack).slice(-2)
      return older && newest && isMoved(newest)
        ? [{ bucket, key: stack.key, name: stack.name, version: older.version, size: older.size }]
        : []
    })
    await note.add(behind)
    await context.core.failpoints.at('move.half', `${bucket}/${behind[0]?.key ?? ''}`)
    await deleteObjects(
      owner.client,
      bucket,
      behind.map(({ key }) => ({ key })),
    )
  }
  await note.end()
  // A late upload may have come between the look and the marker: it is to be seen.
  for await (const moved of movedFiles(round)) {
    const uncovered = moved.flatMap(({ stack: { key, versions }, isMoved }) => {
      const marker = versions.at(-1)
      const beneath = liveVersions({ name: '', key, versions: versions.slice(0, -1) })
      const late = beneath.at(-1)
      const isLate = marker?.isMarker && late && !isMoved(late) && beneath.some(isMoved)
      return isLate ? [{ key, version: marker.version }] : []
    })
    await deleteObjects(owner.client, bucket, uncovered)
  }
}

/** A file of the source, and which of its versions have a copy. */
interface MovedFile {
  stack: Stack
  isMoved(version: Listed): boolean
}

async function* movedFiles(round: OperationRound): AsyncGenerator<MovedFile[]> {
  for await (const { left, right } of windowsIn(await lookAfterCommit(round))) {
    const there = byName(right)
    yield left
      .filter(({ key }) => !isMarkerKey(key))
      .map((stack) => ({ stack, isMoved: (version) => hasCopy(round.op, there.get(stack.name), version) }))
  }
}

interface RemovalOrder {
  key: string
  versions: Listed[]
}

interface Removal {
  bucket: string
  keys: RemovalOrder[]
  remove?: typeof deleteObjects
}

/** Of each key the first version, then of each key the second one, and so on. */
export async function removeByDepth(
  { context, owner }: Pick<OperationRound, 'context' | 'owner'>,
  { bucket, keys, remove = deleteObjects }: Removal,
): Promise<void> {
  const { failpoints, rules } = context.core
  const stacks = keys.map(({ key, versions }) => ({ key, versions: rules.removalOrder(versions) }))
  const deepest = Math.max(0, ...stacks.map(({ versions }) => versions.length))
  for (let depth = 0; depth < deepest; depth += 1) {
    if (depth > 0) await failpoints.at('move.half', `${bucket}/${stacks[0]?.key ?? ''}`)
    await remove(
      owner.client,
      bucket,
      stacks.flatMap(({ key, versions }) => {
        const version = versions[depth]
        return version ? [isMarkerKey(key) ? { key } : { key, version: version.version }] : []
      }),
    )
  }
}

/** Removes exactly the marked copies. `names`: what may have been copied, in order. */
export async function undo(round: OperationRound, names: AsyncIterable<Named>): Promise<void> {
  const { context, op } = round
  await context.registry.step(round, (now, draft) => {
    if (now.state !== 'copying' && now.state !== 'aliased') return null
    // What readers have seen already is turned back by this step: who began before has to look again.
    if (now.state === 'aliased') now.since = draft.rev
    now.state = 'undoing'
    return true
  })
  // Without versions nothing lies beneath the copies of a merge: what they replaced is gone, and they are all there is.
  if (op.merge && !context.core.clients.capabilities.versioning) return
  const { bucket } = placeOfText(op.dst ?? '')
  // What lies beneath the copies of a merge is read meanwhile.
  const remove = op.merge ? deleteVersions : deleteObjects
  const there = await clearCopies(round, names)
  for await (const { right } of windowsIn({ names, isThere: () => true, there })) {
    const keys = right.map((stack) => ({
      ...stack,
      versions: stack.versions.filter(({ metadata }) => isCopyBy(op, metadata)),
    }))
    await translating(() => removeByDepth(round, { bucket, keys, remove }))
  }
}
