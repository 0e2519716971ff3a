// What a change brings to a place, in bytes, for whoever has to admit it (quotas).
import type { Arrival, ChangeOptions, Note } from '../types.ts'
import type { Place } from '../paths.ts'
import type { ManifestEntry } from './manifests.ts'
import { isLive, isMarkerKey, liveVersions, listStacks, type Stack, StackListing, type Target } from './stacks.ts'
import { filtered, windowsOf } from './windows.ts'
import type { OperationContext } from './worker.ts'

const sizeOf = (stack: Stack): number => liveVersions(stack).at(-1)?.size ?? 0
const total = (sizes: number[]): number => sizes.reduce((sum, size) => sum + size, 0)

/** Bytes that lie there, come, are replaced by what comes, and of older versions that come along. */
interface Amounts {
  present: number
  incoming: number
  replaced: number
  older?: number
}

function arrival(at: Place, { present, incoming, replaced, older = 0 }: Amounts): Arrival {
  return {
    at,
    bytes: present + incoming - replaced,
    grows: Math.max(0, incoming - replaced),
    history: replaced + older,
  }
}

/** What a copy or a move takes, in the order of its names. `olderBytes`: of older versions that are live, too. */
export interface Sources {
  stacks: AsyncIterable<Stack>
  count: number
  bytes: number
  olderBytes: number
}

/** Of a copy or a move to a destination, where files of the same names are replaced. */
export async function arrivalOfTransfer(
  { core }: OperationContext,
  { source, destination, options }: { source: Target; destination: Place; options: Pick<ChangeOptions, 'history'> },
  sources: Sources,
): Promise<Arrival> {
  const comesAlong = options.history === true && source.at.bucket !== destination.bucket
  const listing = await StackListing.open(core, { at: destination, isFile: source.isFile })
  let [present, replaced] = [0, 0]
  for await (const { left, right } of windowsOf(sources.stacks, filtered(listing, isLive))) {
    const names = new Set(left.map(({ name }) => name))
    present += total(right.map(sizeOf))
    replaced += total(right.filter(({ name }) => names.has(name)).map(sizeOf))
  }
  return arrival(destination, {
    older: comesAlong ? sources.olderBytes : 0,
    present,
    incoming: sources.bytes,
    replaced,
  })
}

/** Of a restore of all that deletes take which are not over yet: nothing is seen in its place. */
export const arrivalOfDeleted = ({ at, bytes }: Pick<Note, 'at' | 'bytes'>): Arrival =>
  arrival(at, { present: 0, incoming: bytes, replaced: 0 })

/**
 * Of a restore of what a note tells of: what was deleted comes where nothing is, what was replaced takes the place of
 * what is there.
 */
export async function arrivalOfRestore(
  { core }: OperationContext,
  note: Pick<Note, 'at' | 'isFile' | 'kind'>,
  entries: ManifestEntry[],
): Promise<Arrival> {
  const present = (await listStacks(core, note)).filter(isLive)
  const there = new Map(present.map((stack) => [stack.key, sizeOf(stack)]))
  const files = entries.filter(({ key }) => !isMarkerKey(key))
  const coming = note.kind === 'replace' ? files : files.filter(({ key }) => !there.has(key))
  return arrival(note.at, {
    present: total([...there.values()]),
    incoming: total(coming.map(({ size }) => size)),
    replaced: total(coming.map(({ key }) => there.get(key) ?? 0)),
  })
}
