// What a change brings to a place, in bytes, for whoever has to admit it (quotas).
import type { Arrival, ChangeOptions, Note } from '../types.ts'
import type { Place } from '../paths.ts'
import type { ManifestEntry } from './manifests.ts'
import { isLive, isMarkerKey, liveVersions, listStacks, type Stack, type Target } from './tree.ts'
import type { OperationContext } from './worker.ts'

const sizeOf = (stack: Stack): number => liveVersions(stack).at(-1)?.size ?? 0
const total = (sizes: number[]): number => sizes.reduce((sum, size) => sum + size, 0)

async function presentAt(context: OperationContext, target: Target): Promise<Stack[]> {
  return (await listStacks(context.core, target)).filter(isLive)
}

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

/** Of a copy or a move of `sources` to a destination, where files of the same names are replaced. */
export async function arrivalOfTransfer(
  context: OperationContext,
  { source, destination, options }: { source: Target; destination: Place; options: Pick<ChangeOptions, 'history'> },
  sources: Stack[],
): Promise<Arrival> {
  const there = await presentAt(context, { at: destination, isFile: source.isFile })
  const names = new Set(sources.map(({ name }) => name))
  const comesAlong = options.history === true && source.at.bucket !== destination.bucket
  return arrival(destination, {
    older: comesAlong
      ? total(
          sources.map((stack) =>
            total(
              liveVersions(stack)
                .slice(0, -1)
                .map(({ size }) => size),
            ),
          ),
        )
      : 0,
    present: total(there.map(sizeOf)),
    incoming: total(sources.map(sizeOf)),
    replaced: total(there.filter(({ name }) => names.has(name)).map(sizeOf)),
  })
}

/**
 * Of a restore of what a note tells of: what was deleted comes where nothing is, what was replaced takes the place of
 * what is there.
 */
export async function arrivalOfRestore(
  context: OperationContext,
  note: Pick<Note, 'at' | 'isFile' | 'kind'>,
  entries: ManifestEntry[],
): Promise<Arrival> {
  const there = new Map(
    (await presentAt(context, { at: note.at, isFile: note.isFile })).map((stack) => [stack.key, sizeOf(stack)]),
  )
  const files = entries.filter(({ key }) => !isMarkerKey(key))
  const coming = note.kind === 'replace' ? files : files.filter(({ key }) => !there.has(key))
  return arrival(note.at, {
    present: total([...there.values()]),
    incoming: total(coming.map(({ size }) => size)),
    replaced: total(coming.map(({ key }) => there.get(key) ?? 0)),
  })
}
