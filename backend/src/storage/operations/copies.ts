// The copies of a transfer, which carry its mark: which versions have one, and what lies around them before the commit.
import type { PendingOperation } from '../journal.ts'
import type { Listed } from '../listing.ts'
import { COPY_OF, isCopyBy } from '../metadata.ts'
import { placeOfText } from '../paths.ts'
import type { ManifestEntry } from './manifests.ts'
import { clearAndList, foldersOf, isMarkerKey, type OnLive, type Stack, type Target } from './tree.ts'
import type { OperationRound } from './worker.ts'

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
  round: OperationRound,
  names: Iterable<string>,
  isComing = false,
): Promise<Map<string, Stack>> {
  return byName(
    await clearAndList(round, targetOf(round.op.dst ?? '', round.op), {
      wanted: foldersOf(names),
      isComing,
      onLive: callOff,
    }),
  )
}

/** What lies at the source before the commit. @throws CalledOff */
export const sourceStacks = (round: OperationRound): Promise<Stack[]> =>
  clearAndList(round, targetOf(round.op.src ?? '', round.op), { onLive: callOff })

export const byName = (stacks: Stack[]) => new Map(stacks.map((stack) => [stack.name, stack]))

/** What lies right beneath the copies of a merge: present files of the same names. */
export async function replacedBy(round: OperationRound): Promise<ManifestEntry[]> {
  const { op } = round
  const { bucket } = placeOfText(op.dst ?? '')
  const isCopy = (version: Listed | undefined) => version !== undefined && isCopyBy(op, version.metadata)
  return [...(await destinationStacks(round, [])).values()].flatMap(({ key, versions }): ManifestEntry[] => {
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
