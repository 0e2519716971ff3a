// Which versions of a transfer have no copy yet, and copying them.
import { mapParallel } from '../../lib/parallel.ts'
import { mapYielding } from '../../lib/yielding.ts'
import { canFollow, type PendingOperation } from '../journal-state.ts'
import type { Listed } from '../listing-page.ts'
import { COPY_OF, isCopyBy } from '../metadata.ts'
import { deleteVersions } from '../object-removal.ts'
import { placeOfText } from '../paths.ts'
import { Clashes, ownPart } from './clashes.ts'
import {
  byName,
  CalledOff,
  clearDestination,
  clearSource,
  endsOf,
  hasCopy,
  type Look,
  markOf,
  takesHistory,
  windowsIn,
} from './copies.ts'
import type { ManifestEntry } from './manifests.ts'
import { PinListing } from './pin-listing.ts'
import { findAllPinned, pinsOf, type WantedPins } from './pins.ts'
import { isLive, isMarkerKey, type Stack } from './stacks.ts'
import { copyVersion } from './version-copy.ts'
import { filtered, type Named } from './windows.ts'
import type { OperationRound } from './worker.ts'

/**
 * So many names are copied at once. With more, a storage nearby copies no faster and others wait twice as long for it;
 * far away, each copy waits for nothing but its way there and back.
 */
const AT_ONCE = 16
const AT_ONCE_FAR = 64
/**
 * A lot is so many times what is copied at once. Between two lots the owner of a large move looks for the names that
 * somebody waits for.
 */
const LOT = 4

/** Names to copy, beside what lies at their destination. `find`: the versions of these to copy. */
interface CopyLook<T extends Named> extends Look<T> {
  find(items: T[]): Promise<WantedPins[]>
}

/** What is done between two lots of names; answers the names that need no copy any more, null where nothing does. */
type Between = () => Promise<ReadonlySet<string> | null>

/** Copies each version that has no copy yet; false when the world changed so that it has to be looked at again. */
export async function copyMissing(round: OperationRound, between?: Between): Promise<boolean> {
  return round.op.kind === 'copy'
    ? copyMissingOf(round, { look: await lookForCopy(round) })
    : copyMissingOf(round, { look: await lookForMove(round), between })
}

async function copyMissingOf<T extends Named>(
  round: OperationRound,
  { look, between }: { look: CopyLook<T>; between?: Between | undefined },
): Promise<boolean> {
  const { context, op, progress } = round
  const own = ownPart(op.src ?? '', op.dst ?? '')
  const clashes = new Clashes()
  const done = { count: 0, bytes: 0 }
  for await (const { left, right, upTo } of windowsIn(look)) {
    const wanted = await look.find(left)
    const names = { left: namesOf(wanted), right: namesOf(right.filter(isLive)), upTo }
    // A late upload may have made a file of a folder's name, on either side. What has happened is not called off.
    const isInItself = own !== null && names.left.some((name) => name.startsWith(own))
    if (op.state !== 'aliased' && (clashes.isIn(names) || isInItself)) throw new CalledOff()
    const there = byName(right)
    if (!takesHistory(op) && op.kind === 'move') await dropSuperseded(round, wanted, there)
    const missing = wanted.flatMap((one) => missingOf(op, one, there.get(one.name)))
    progress.reached(done.count + wanted.length - missing.length, done.bytes + bytesOf(wanted) - bytesOf(missing))
    if (!(await copyInLots(round, missing, between))) return false
    done.count += wanted.length
    done.bytes += bytesOf(wanted)
    if (upTo !== null && (await context.registry.isCancelled(op.id))) return false
  }
  return true
}

const namesOf = (items: Named[]): string[] => items.map(({ name }) => name)

/** A move takes older versions along; bytes are counted once a file. */
const bytesOf = (names: WantedPins[]): number =>
  names.reduce((sum, { versions }) => sum + (versions.at(-1)?.size ?? 0), 0)

function missingOf(op: PendingOperation, { name, versions }: WantedPins, there: Stack | undefined): WantedPins[] {
  const without = versions.filter((version) => !hasCopy(op, there, version))
  if (without.length === 0 && !isNewestOnTop(op, versions, there)) return [{ name, versions: versions.slice(-1) }]
  return without.length > 0 ? [{ name, versions: without }] : []
}

/** Copies some names at a time; between two lots come those for which somebody waits. */
async function copyInLots(round: OperationRound, missing: WantedPins[], between?: Between): Promise<boolean> {
  if (!between) return copyAll(round, missing)
  const size = LOT * atOnce(round)
  for (let at = 0; at < missing.length; at += size) {
    const settled = await between()
    if (!settled) return false
    const lot = missing.slice(at, at + size).filter(({ name }) => !settled.has(name))
    if (!(await copyAll(round, lot))) return false
  }
  return true
}

/** Copies what one name in the source has and the destination lacks; answers whether that was anything. */
export async function copyNamed(round: OperationRound, source: Stack, there: Stack): Promise<boolean> {
  const missing = missingOf(round.op, { name: source.name, versions: takenOf(round, source) }, there)
  await copyAll(round, missing)
  return missing.length > 0
}

const atOnce = ({ context }: OperationRound): number => (context.core.clients.distance.isFar ? AT_ONCE_FAR : AT_ONCE)

async function copyAll(round: OperationRound, missing: WantedPins[]): Promise<boolean> {
  const { context, op, progress } = round
  const lost = await mapParallel(missing, atOnce(round), async ({ name, versions }) => {
    for (const from of versions) {
      const isNewest = from === versions.at(-1)
      const onBytes = isNewest ? (bytes: number) => progress.addBytes(bytes) : undefined
      await context.core.failpoints.at('copy.version', `${op.dst}/${name}`)
      if (!(await copyVersion(round, { name, from, isNewest, onBytes })) && op.kind === 'copy') return true
    }
    progress.addItems()
    return false
  })
  // A pinned version that was moved or removed for good meanwhile: half a copy is none.
  const isHalf = context.core.rules.isHalf(lost)
  if (isHalf) {
    await context.records.update(op.id, { error: 'goneMeanwhile' })
    await context.registry.cancel(op.id)
  }
  return !isHalf
}

async function lookForMove(round: OperationRound): Promise<CopyLook<Stack>> {
  const ends = await endsOf(round, true)
  const source = ends?.source ?? (await clearSource(round))
  const find = (stack: Stack) => ({ name: stack.name, versions: takenOf(round, stack) })
  const isThere = (stack: Stack) => find(stack).versions.length > 0
  const there = ends?.there ?? (await clearDestination(round, filtered(source.stacks, isThere)))
  const findThere = (stack: Stack) => (isThere(stack) ? find(stack) : null)
  return { names: source.stacks, isThere, source, there, find: (stacks) => mapYielding(stacks, findThere) }
}

/** What is moved out of the way of a copy may be what it takes: that is looked for afterwards. */
async function lookForCopy(round: OperationRound): Promise<CopyLook<ManifestEntry>> {
  const names = await pinsOf(round.context, round.op)
  const there = await clearDestination(round, names)
  const listing = new PinListing(round.context.core)
  return { names, isThere: () => true, there, find: (pins) => findAllPinned(round.context, pins, listing) }
}

/** The versions of a file that a move takes, oldest first. */
function takenOf({ context, op }: OperationRound, stack: Stack): Listed[] {
  // Another tool has given it a name that is too long for its new place: it stays where it is.
  if (op.state === 'aliased' && !canFollow(op, `${placeOfText(op.src ?? '').bucket}/${stack.key}`)) return []
  const taken = context.core.rules.movedVersions(stack)
  return takesHistory(op) ? taken : taken.slice(-1)
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
  wanted: WantedPins[],
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
