// The copies of a transfer, which carry its mark: which versions have one, and what is removed by them, of the source
// after the commit or of the destination where it is undone.
import type { PendingOperation } from '../journal.ts'
import type { Listed } from '../listing.ts'
import { COPY_OF, isCopyBy } from '../metadata.ts'
import { deleteObjects, deleteVersions, headObject } from '../objects.ts'
import { placeOfText } from '../paths.ts'
import { translating } from '../s3-errors.ts'
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
import type { OperationContext, Owner, OperationRun } from './worker.ts'

export const targetOf = (text: string, op: PendingOperation): Target => ({ at: placeOfText(text), isFile: op.isFile })

/**
 * Whether a move takes older versions along. To another bucket it does not, unless that is asked for: there others may
 * read what they hold. A copy never does.
 */
export const takesHistory = ({ kind, src, dst, history }: PendingOperation): boolean =>
  kind === 'move' && (history === true || placeOfText(src ?? '').bucket === placeOfText(dst ?? '').bucket)

/** Something that readers see has come in the way of an operation before its commit: it is undone. */
export class CalledOff extends Error {
  constructor() {
    super('a file is in the way of the change by now')
    this.name = 'CalledOff'
  }
}

/** Before the commit nothing moves that readers see. */
const callOff: OnLive = () => {
  throw new CalledOff()
}

/**
 * What lies at the destination before the commit. `names`: what is to be there; `isComing`: it is about to be copied.
 * @throws CalledOff
 */
export async function destinationStacks(
  run: OperationRun,
  names: Iterable<string>,
  isComing = false,
): Promise<Map<string, Stack>> {
  return byName(
    await clearAndList(run, targetOf(run.op.dst ?? '', run.op), {
      wanted: foldersOf(names),
      isComing,
      onLive: callOff,
    }),
  )
}

/** What lies at the source before the commit. @throws CalledOff */
export const sourceStacks = (run: OperationRun): Promise<Stack[]> =>
  clearAndList(run, targetOf(run.op.src ?? '', run.op), { onLive: callOff })

/**
 * What lies at the destination after the commit, or where it is undone: a live file there makes way only where it hides
 * copies of this operation.
 */
async function copyStacks(run: OperationRun, names: string[]): Promise<Map<string, Stack>> {
  const {
    context: {
      core: { clients },
    },
    op,
  } = run
  const destination = targetOf(op.dst ?? '', op)
  const { bucket } = destination.at
  const onLive: OnLive = async ({ key }) => {
    for (const copy of names.map((name) => keyIn(destination, name)).filter((each) => each.startsWith(`${key}/`))) {
      const head = await headObject(clients.control, { bucket, key: copy })
      if (head && isCopyBy(op, head.metadata)) return true
    }
    return false
  }
  return byName(await clearAndList(run, destination, { wanted: foldersOf(names), onLive }))
}

const byName = (stacks: Stack[]) => new Map(stacks.map((stack) => [stack.name, stack]))

/** What lies at the source after the commit: what hides a part of it was put there since, and is noted. */
const leavingStacks = (run: OperationRun, source: Target): Promise<Stack[]> =>
  clearAndList(run, source, { onLive: () => true })

/** What lies right beneath the copies of a merge: present files of the same names. */
export async function replacedBy(run: OperationRun): Promise<ManifestEntry[]> {
  const { op } = run
  const { bucket } = placeOfText(op.dst ?? '')
  const isCopy = (version: Listed | undefined) => version !== undefined && isCopyBy(op, version.metadata)
  return [...(await destinationStacks(run, [])).values()].flatMap(({ key, versions }): ManifestEntry[] => {
    const beneath = versions.findLast((version) => !isCopy(version))
    const isReplaced = !isMarkerKey(key) && isCopy(versions.at(-1)) && beneath !== undefined && !beneath.isMarker
    return isReplaced
      ? [
          {
            bucket,
            key,
            name: key,
            version: beneath.version,
            size: beneath.size,
            successor: versions.at(-1)?.version ?? '',
          },
        ]
      : []
  })
}

/**
 * Without versions the content itself tells whether a copy is still one of what lies there: a late writer's file is
 * copied, too.
 */
export const markOf = (op: PendingOperation, from: Pick<Listed, 'version' | 'etag'>): string =>
  `${op.id}:${from.version || from.etag}`

// A folder marker is copied only where there is none.
export function hasCopy(op: PendingOperation, there: Stack | undefined, from: Listed): boolean {
  if (!there) return false
  return isMarkerKey(from.key) || there.versions.some((version) => version.metadata[COPY_OF] === markOf(op, from))
}

/**
 * Removes exactly the versions that have a copy, of each key the oldest first, so that no old content comes back to
 * life.
 */
export async function removeCopied(run: OperationRun): Promise<void> {
  const {
    context: {
      core: { failpoints },
    },
    op,
  } = run
  const source = targetOf(op.src ?? '', op)
  if (!takesHistory(op)) await leaveOlderBehind(run, source)
  const stacks = filesFirst(await leavingStacks(run, source))
  // What was deleted in the source has no say in what must be a folder in the destination.
  const there = failpoints.keeps('liveNames') ? await copyStacks(run, liveNames(stacks)) : await allStacks(run, stacks)
  const isCopied = (stack: Stack) => (version: Listed) =>
    !version.isMarker && (!failpoints.keeps('exactVersions') || hasCopy(op, there.get(stack.name), version))
  const copied = stacks.map((stack) => ({ key: stack.key, versions: stack.versions.filter(isCopied(stack)) }))
  await removeByDepth(
    run,
    source.at.bucket,
    copied.filter(({ key }) => !isMarkerKey(key)),
  )
  await removeByDepth(
    run,
    source.at.bucket,
    copied.filter(({ key }) => isMarkerKey(key)),
  )
}

/** As it once was: what was deleted in the source made live files of the destination go. For tests alone. */
const allStacks = async (run: OperationRun, stacks: Stack[]) =>
  byName(
    await clearAndList(run, targetOf(run.op.dst ?? '', run.op), {
      wanted: foldersOf(stacks.map(({ name }) => name)),
      onLive: () => true,
    }),
  )

/** Lays a marker where an older version would rise when the moved one goes; what lies beneath is noted before. */
async function leaveOlderBehind(run: OperationRun, source: Target): Promise<void> {
  const { bucket } = source.at
  const behind = (await movedStacks(run, source)).flatMap(({ stack, isMoved }): ManifestEntry[] => {
    const [older, newest] = liveVersions(stack).slice(-2)
    return older && newest && isMoved(newest)
      ? [{ bucket, key: stack.key, name: stack.name, version: older.version, size: older.size }]
      : []
  })
  await noteLeftBehind(run, behind)
  await run.context.core.failpoints.at('move.half', `${bucket}/${behind[0]?.key ?? ''}`)
  await deleteObjects(
    run.owner.client,
    bucket,
    behind.map(({ key }) => ({ key })),
  )
  // A late upload may have come between the look and the marker: it is to be seen.
  const uncovered = (await movedStacks(run, source)).flatMap(({ stack: { key, versions }, isMoved }) => {
    const marker = versions.at(-1)
    const beneath = liveVersions({ name: '', key, versions: versions.slice(0, -1) })
    const late = beneath.at(-1)
    const isLate = marker?.isMarker && late && !isMoved(late) && beneath.some(isMoved)
    return isLate ? [{ key, version: marker.version }] : []
  })
  await deleteObjects(run.owner.client, bucket, uncovered)
}

/** The files of the source, and which of their versions have a copy. */
async function movedStacks(
  run: OperationRun,
  source: Target,
): Promise<{ stack: Stack; isMoved: (version: Listed) => boolean }[]> {
  const stacks = (await leavingStacks(run, source)).filter(({ key }) => !isMarkerKey(key))
  const there = await copyStacks(run, liveNames(stacks))
  return stacks.map((stack) => ({ stack, isMoved: (version) => hasCopy(run.op, there.get(stack.name), version) }))
}

interface RemovalOrder {
  key: string
  versions: Listed[]
}

async function removeByDepth(
  { context, owner }: { context: OperationContext; owner: Owner },
  bucket: string,
  inOrder: RemovalOrder[],
  remove = deleteObjects,
): Promise<void> {
  const { failpoints } = context.core
  const stacks = failpoints.keeps('oldestFirst')
    ? inOrder
    : inOrder.map(({ key, versions }) => ({ key, versions: versions.toReversed() }))
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
export async function undo(run: OperationRun, names: string[]): Promise<void> {
  const { context, owner, op } = run
  await context.registry.step(op.id, owner.lease, (now) => {
    if (now.state !== 'copying') return null
    now.state = 'undoing'
    return true
  })
  // Without versions nothing lies beneath the copies of a merge: what they replaced is gone, and they are all there is.
  if (op.merge && !context.core.clients.capabilities.versioning) return
  const destination = targetOf(op.dst ?? '', op)
  const stacks = [...(await copyStacks(run, names)).values()]
  const copies = stacks.map((stack) => ({
    key: stack.key,
    versions: stack.versions.filter(({ metadata }) => isCopyBy(op, metadata)),
  }))
  // What lies beneath the copies of a merge is read meanwhile.
  await translating(() => removeByDepth(run, destination.at.bucket, copies, op.merge ? deleteVersions : deleteObjects))
}
