// The copies of a transfer, which carry its mark: which versions have one, and what lies around them before the commit.
import type { PendingOperation } from '../journal-state.ts'
import type { Listed } from '../listing-page.ts'
import { COPY_OF, isCopyBy } from '../metadata.ts'
import { placeOfText } from '../paths.ts'
import type { ManifestEntry } from './manifests.ts'
import { type ClearedEnds, type ClearedTree, clearTree, lookAtEnds, type OnLive } from './cleared-tree.ts'
import { foldersOf, isMarkerKey, type Stack, type Target } from './stacks.ts'
import { chunksOf, type Named, type Window, windowsOf } from './windows.ts'
import type { OperationRound } from './worker.ts'

/** What one end of an operation is, by its text in the journal. */
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

/** Before the commit nothing moves that readers see. After it, what is in the way is noted and moved aside. */
const onLiveOf =
  ({ state }: PendingOperation): OnLive =>
  () => {
    if (state === 'aliased') return true
    throw new CalledOff()
  }

/**
 * What lies at the destination while copies come. `names`: what is to be there, in order.
 * @throws CalledOff
 */
export const clearDestination = (round: OperationRound, names?: AsyncIterable<Named>): Promise<ClearedTree> =>
  clearTree(round, targetOf(round.op.dst ?? '', round.op), {
    ...(names && { names, isComing: true }),
    onLive: onLiveOf(round.op),
  })

/** What lies at the source while copies are made of it. @throws CalledOff */
export const clearSource = (round: OperationRound): Promise<ClearedTree> =>
  clearTree(round, targetOf(round.op.src ?? '', round.op), { onLive: onLiveOf(round.op) })

/**
 * Both ends of a move at once, if it is one of a file and nothing is in its way; else null. `isComing`: it is copied.
 */
export async function endsOf(round: OperationRound, isComing: boolean): Promise<ClearedEnds | null> {
  const { op } = round
  if (!op.isFile) return null
  const [source, destination] = [targetOf(op.src ?? '', op), targetOf(op.dst ?? '', op)]
  return lookAtEnds(round, { source, destination, isComing })
}

/** What a transfer has to do with, beside what lies at its destination. */
export interface Look<T extends Named> {
  names: AsyncIterable<T>
  /** Whether a name is, or is to be, at the destination. */
  isThere(item: T): boolean
  /** Where the names come from, if they are listed. */
  source?: ClearedTree
  there: ClearedTree
}

/** Goes through a look. @throws AppError `unavailable` where a part of it was hidden meanwhile */
export async function* windowsIn<T extends Named>({
  names,
  isThere,
  source,
  there,
}: Look<T>): AsyncGenerator<Window<T, Stack>> {
  for await (const window of windowsOf(names, there.stacks)) {
    const first = window.left.find(isThere)
    await source?.checkUnhidden([])
    // Folders that begin in an earlier window; those that begin here are listed with their names.
    await there.checkUnhidden(foldersOf(first ? [first.name] : []))
    yield window
  }
}

/** Keys by their names. */
export const byName = (stacks: Stack[]): Map<string, Stack> => new Map(stacks.map((stack) => [stack.name, stack]))

/** What lies right beneath the copies of a merge, present files of the same names, some at a time. */
export async function* replacedBy(round: OperationRound): AsyncGenerator<ManifestEntry[]> {
  const { op } = round
  const { bucket } = placeOfText(op.dst ?? '')
  const isCopy = (version: Listed | undefined) => version !== undefined && isCopyBy(op, version.metadata)
  const there = await clearDestination(round)
  for await (const stacks of chunksOf(there.stacks)) {
    await there.checkUnhidden([])
    yield stacks.flatMap(({ key, versions }): ManifestEntry[] => {
      const beneath = versions.findLast((version) => !isCopy(version))
      const isReplaced = !isMarkerKey(key) && isCopy(versions.at(-1)) && beneath !== undefined && !beneath.isMarker
      if (!isReplaced) return []
      const { version, size } = beneath
      return [{ bucket, key, name: key, version, size, successor: versions.at(-1)?.version ?? '' }]
    })
  }
}

/**
 * Without versions the content itself tells whether a copy is still one of what lies there: a late writer's file is
 * copied, too.
 */
export const markOf = (op: PendingOperation, from: Pick<Listed, 'version' | 'etag'>): string =>
  `${op.id}:${from.version || from.etag}`

/** Whether a version has its copy there. A folder marker is copied only where there is none. */
export function hasCopy(op: PendingOperation, there: Stack | undefined, from: Listed): boolean {
  if (!there) return false
  return isMarkerKey(from.key) || there.versions.some((version) => version.metadata[COPY_OF] === markOf(op, from))
}
