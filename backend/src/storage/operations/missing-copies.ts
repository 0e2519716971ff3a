// Which versions of a transfer have no copy yet, and copying them.
import { mapParallel } from '../../lib/parallel.ts'
import type { PendingOperation } from '../journal.ts'
import type { Listed } from '../listing.ts'
import { COPY_OF, isCopyBy } from '../metadata.ts'
import { deleteVersions } from '../objects.ts'
import { placeOfText } from '../paths.ts'
import { isMixed, type Named, writesIntoSource } from './clashes.ts'
import { CalledOff, destinationStacks, hasCopy, markOf, sourceStacks, takesHistory } from './copies.ts'
import { findAllPinned, pinsOf, type Wanted } from './pins.ts'
import { isLive, isMarkerKey, liveVersions, type Stack } from './tree.ts'
import { copyVersion } from './version-copy.ts'
import type { OperationRound } from './worker.ts'

const PARALLEL = 16

const keyed = ({ name, versions }: Wanted): Named => ({ name, key: versions[0]?.key ?? '' })

/** Copies each version that has no copy yet; false when the world changed so that it has to be looked at again. */
export async function copyMissing(round: OperationRound): Promise<boolean> {
  const { op, progress } = round
  const [wanted, there] = op.kind === 'copy' ? await lookForCopy(round) : await lookForMove(round)
  // A late upload may have made a file of a folder's name, on either side.
  if (
    isMixed(wanted.map(keyed), [...there.values()].filter(isLive)) ||
    writesIntoSource(op.src ?? '', op.dst ?? '', wanted)
  )
    throw new CalledOff()
  if (!takesHistory(op) && op.kind === 'move') await dropSuperseded(round, wanted, there)
  const missing = wanted.flatMap((one) => missingOf(op, one, there.get(one.name)))
  progress.reached(wanted.length - missing.length, bytesOf(wanted) - bytesOf(missing))
  return copyAll(round, missing)
}

/** A move takes older versions along; bytes are counted once a file. */
const bytesOf = (names: Wanted[]): number => names.reduce((sum, { versions }) => sum + (versions.at(-1)?.size ?? 0), 0)

function missingOf(op: PendingOperation, { name, versions }: Wanted, there: Stack | undefined): Wanted[] {
  const without = versions.filter((version) => !hasCopy(op, there, version))
  if (without.length === 0 && !isNewestOnTop(op, versions, there)) return [{ name, versions: versions.slice(-1) }]
  return without.length > 0 ? [{ name, versions: without }] : []
}

async function copyAll(round: OperationRound, missing: Wanted[]): Promise<boolean> {
  const { context, op, progress } = round
  const lost = await mapParallel(missing, PARALLEL, async ({ name, versions }) => {
    for (const from of versions) {
      const isNewest = from === versions.at(-1)
      const onBytes = isNewest ? (bytes: number) => progress.addBytes(bytes) : undefined
      await context.core.failpoints.at('copy.version', `${op.dst}/${name}`)
      if (!(await copyVersion(round, { name, from, isNewest, onBytes })) && op.kind === 'copy')
        return context.core.failpoints.keeps('wholeCopy')
    }
    progress.addItems()
    return false
  })
  // A pinned version that was moved or removed for good meanwhile: half a copy is none.
  if (lost.includes(true)) {
    await context.records.update(op.id, { error: 'goneMeanwhile' })
    await context.registry.cancel(op.id)
  }
  return !lost.includes(true)
}

type Look = [wanted: Wanted[], there: Map<string, Stack>]

async function lookForMove(round: OperationRound): Promise<Look> {
  const wanted = await present(round)
  return [
    wanted,
    await destinationStacks(
      round,
      wanted.map(({ name }) => name),
      true,
    ),
  ]
}

/** What is moved out of the way of a copy may be what it takes: that is looked for afterwards. */
async function lookForCopy(round: OperationRound): Promise<Look> {
  const pins = await pinsOf(round.context, round.op)
  const there = await destinationStacks(
    round,
    pins.map(({ name }) => name),
    true,
  )
  return [await findAllPinned(round.context, pins), there]
}

/**
 * Of a request whose answer was lost nobody knows when it took effect: an older version may have come on top of a newer
 * one.
 */
function isNewestOnTop(op: PendingOperation, versions: Listed[], there: Stack | undefined): boolean {
  const newest = versions.at(-1)
  const top = there?.versions.findLast(({ metadata }) => isCopyBy(op, metadata))
  return (
    versions.length < 2 || newest === undefined || top === undefined || top.metadata[COPY_OF] === markOf(op, newest)
  )
}

/**
 * A late upload came after its file was copied to another bucket: the older copy would be history there, which others
 * may read.
 */
async function dropSuperseded(
  { owner, op }: OperationRound,
  wanted: Wanted[],
  there: ReadonlyMap<string, Stack>,
): Promise<void> {
  const { bucket } = placeOfText(op.dst ?? '')
  const superseded = wanted.flatMap(({ name, versions }) => {
    const marks = versions.map((version) => markOf(op, version))
    const copies = there.get(name)?.versions.filter(({ metadata }) => isCopyBy(op, metadata)) ?? []
    return copies.filter(({ key, metadata }) => !isMarkerKey(key) && !marks.includes(metadata[COPY_OF] ?? ''))
  })
  await deleteVersions(owner.client, bucket, superseded)
}

async function present(round: OperationRound): Promise<Wanted[]> {
  const { context, op } = round
  const stacks = await sourceStacks(round)
  const keepsBorder = context.core.failpoints.keeps('border')
  const isWhole = takesHistory(op)
  const taken = (stack: Stack) =>
    keepsBorder || !isLive(stack) ? liveVersions(stack) : stack.versions.filter(({ isMarker }) => !isMarker)
  const takenOf = (stack: Stack) => (isWhole ? taken(stack) : taken(stack).slice(-1))
  return stacks
    .map((stack) => ({ name: stack.name, versions: takenOf(stack) }))
    .filter(({ versions }) => versions.length > 0)
}
