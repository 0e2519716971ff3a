// What is removed by the copies of a transfer: of the source after the commit, or of the destination where it is undone.
import type { Listed } from '../listing.ts'
import { isCopyBy } from '../metadata.ts'
import { deleteObjects, deleteVersions, headObject } from '../objects.ts'
import { translating } from '../s3-errors.ts'
import { byName, hasCopy, takesHistory, targetOf } from './copies.ts'
import type { ManifestEntry } from './manifests.ts'
import { noteLeftBehind } from './noting.ts'
import {
  clearAndList,
  filesFirst,
  foldersOf,
  isMarkerKey,
  keyIn,
  liveNames,
  liveVersions,
  type OnLive,
  type Stack,
  type Target,
} from './tree.ts'
import type { OperationRound } from './worker.ts'

/**
 * What lies at the destination after the commit, or where it is undone: a live file there makes way only where it hides
 * copies of this operation.
 */
async function copyStacks(round: OperationRound, names: string[]): Promise<Map<string, Stack>> {
  const {
    context: {
      core: { clients },
    },
    op,
  } = round
  const destination = targetOf(op.dst ?? '', op)
  const { bucket } = destination.at
  const onLive: OnLive = async ({ key }) => {
    for (const copy of names.map((name) => keyIn(destination, name)).filter((each) => each.startsWith(`${key}/`))) {
      const head = await headObject(clients.control, { bucket, key: copy })
      if (head && isCopyBy(op, head.metadata)) return true
    }
    return false
  }
  return byName(await clearAndList(round, destination, { wanted: foldersOf(names), onLive }))
}

/** What lies at the source after the commit: what hides a part of it was put there since, and is noted. */
const leavingStacks = (round: OperationRound, source: Target): Promise<Stack[]> =>
  clearAndList(round, source, { onLive: () => true })

/**
 * Removes exactly the versions that have a copy, of each key the oldest first, so that no old content comes back to
 * life.
 */
export async function removeCopied(round: OperationRound): Promise<void> {
  const {
    context: {
      core: { failpoints },
    },
    op,
  } = round
  const source = targetOf(op.src ?? '', op)
  if (!takesHistory(op)) await leaveOlderBehind(round, source)
  const stacks = filesFirst(await leavingStacks(round, source))
  // What was deleted in the source has no say in what must be a folder in the destination.
  const there = failpoints.keeps('liveNames')
    ? await copyStacks(round, liveNames(stacks))
    : await allStacks(round, stacks)
  const isCopied = (stack: Stack) => (version: Listed) =>
    !version.isMarker && (!failpoints.keeps('exactVersions') || hasCopy(op, there.get(stack.name), version))
  const copied = stacks.map((stack) => ({ key: stack.key, versions: stack.versions.filter(isCopied(stack)) }))
  const { bucket } = source.at
  await removeByDepth(round, { bucket, keys: copied.filter(({ key }) => !isMarkerKey(key)) })
  await removeByDepth(round, { bucket, keys: copied.filter(({ key }) => isMarkerKey(key)) })
}

/** As it once was: what was deleted in the source made live files of the destination go. For tests alone. */
const allStacks = async (round: OperationRound, stacks: Stack[]) =>
  byName(
    await clearAndList(round, targetOf(round.op.dst ?? '', round.op), {
      wanted: foldersOf(stacks.map(({ name }) => name)),
      onLive: () => true,
    }),
  )

/** Lays a marker where an older version would rise when the moved one goes; what lies beneath is noted before. */
async function leaveOlderBehind(round: OperationRound, source: Target): Promise<void> {
  const { bucket } = source.at
  const behind = (await movedStacks(round, source)).flatMap(({ stack, isMoved }): ManifestEntry[] => {
    const [older, newest] = liveVersions(stack).slice(-2)
    return older && newest && isMoved(newest)
      ? [{ bucket, key: stack.key, name: stack.name, version: older.version, size: older.size }]
      : []
  })
  await noteLeftBehind(round, behind)
  await round.context.core.failpoints.at('move.half', `${bucket}/${behind[0]?.key ?? ''}`)
  await deleteObjects(
    round.owner.client,
    bucket,
    behind.map(({ key }) => ({ key })),
  )
  // A late upload may have come between the look and the marker: it is to be seen.
  const uncovered = (await movedStacks(round, source)).flatMap(({ stack: { key, versions }, isMoved }) => {
    const marker = versions.at(-1)
    const beneath = liveVersions({ name: '', key, versions: versions.slice(0, -1) })
    const late = beneath.at(-1)
    const isLate = marker?.isMarker && late && !isMoved(late) && beneath.some(isMoved)
    return isLate ? [{ key, version: marker.version }] : []
  })
  await deleteObjects(round.owner.client, bucket, uncovered)
}

/** The files of the source, and which of their versions have a copy. */
async function movedStacks(
  round: OperationRound,
  source: Target,
): Promise<{ stack: Stack; isMoved: (version: Listed) => boolean }[]> {
  const stacks = (await leavingStacks(round, source)).filter(({ key }) => !isMarkerKey(key))
  const there = await copyStacks(round, liveNames(stacks))
  return stacks.map((stack) => ({ stack, isMoved: (version) => hasCopy(round.op, there.get(stack.name), version) }))
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
async function removeByDepth(
  { context, owner }: Pick<OperationRound, 'context' | 'owner'>,
  { bucket, keys, remove = deleteObjects }: Removal,
): Promise<void> {
  const { failpoints } = context.core
  const stacks = failpoints.keeps('oldestFirst')
    ? keys
    : keys.map(({ key, versions }) => ({ key, versions: versions.toReversed() }))
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

/** Removes exactly the marked copies. `names`: what may have been copied. */
export async function undo(round: OperationRound, names: string[]): Promise<void> {
  const { context, op } = round
  await context.registry.step(round, (now) => {
    if (now.state !== 'copying') return null
    now.state = 'undoing'
    return true
  })
  // Without versions nothing lies beneath the copies of a merge: what they replaced is gone, and they are all there is.
  if (op.merge && !context.core.clients.capabilities.versioning) return
  const destination = targetOf(op.dst ?? '', op)
  const stacks = [...(await copyStacks(round, names)).values()]
  const copies = stacks.map((stack) => ({
    key: stack.key,
    versions: stack.versions.filter(({ metadata }) => isCopyBy(op, metadata)),
  }))
  // What lies beneath the copies of a merge is read meanwhile.
  const remove = op.merge ? deleteVersions : deleteObjects
  await translating(() => removeByDepth(round, { bucket: destination.at.bucket, keys: copies, remove }))
}
