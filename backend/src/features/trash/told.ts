// The visible part of a note. If something in its place could be hidden from the caller, its content is checked.
import { NAMES_TOLD } from '../../../contract/trash.ts'
import { nullIfNotFound } from '../../lib/app-error.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { nameOf, pathInside } from '../../storage/paths.ts'
import type { Operations } from '../../storage/types.ts'
import type { Actor } from '../access/actor.ts'
import type { Tree } from '../tree/service.ts'
import { isHolding, type PlacedNote } from './action.ts'

export interface TellingOptions {
  operations: Pick<Operations, 'noted'>
  tree: Pick<Tree, 'sees' | 'mayHideBelow'>
}

type Entry = Awaited<ReturnType<Operations['noted']>>[number]

const AT_ONCE = 4

/**
 * Creates the function that presents notes to an actor. A note without visible content is left out, but a folder that
 * was deleted itself is shown.
 */
export function createTelling({
  operations,
  tree,
}: TellingOptions): (actor: Actor, notes: readonly PlacedNote[]) => Promise<PlacedNote[]> {
  async function tell(actor: Actor, placed: PlacedNote): Promise<PlacedNote[]> {
    const { note, path } = placed
    if (note.isFile || !tree.mayHideBelow(actor, path)) return [placed]
    const noted = await nullIfNotFound(operations.noted(note.id))
    // Somebody has ended it meanwhile.
    if (noted === null) return []
    const isSeen = (name: string) => tree.sees(actor, path, name)
    const told = amountsOf(noted.filter(({ name }) => isSeen(name)))
    if (note.kind === 'replace') return told.count === 0 ? [] : [{ ...placed, told: { ...told, things: told.count } }]
    const things = [...new Set(noted.map(({ thing }) => thing))].filter(isSeen)
    if (isHolding(note) && things.length === 0) return []
    const names = things.map((thing) => nameOf(pathInside(path, thing))).slice(0, NAMES_TOLD)
    return [{ ...placed, told: { ...told, names, things: Math.max(1, things.length) } }]
  }

  return async (actor, notes) => (await mapParallel([...notes], AT_ONCE, (placed) => tell(actor, placed))).flat()
}

/** Of each name the last entry counts; folders have no bytes. */
function amountsOf(entries: readonly Entry[]): { count: number; bytes: number; names: string[] } {
  const sizes = new Map(
    entries.filter(({ name }) => name !== '' && !name.endsWith('/')).map(({ name, size }) => [name, size]),
  )
  const names = [...sizes.keys()].slice(0, NAMES_TOLD).map((name) => name.slice(name.lastIndexOf('/') + 1))
  return { count: sizes.size, bytes: sizes.values().reduce((sum, size) => sum + size, 0), names }
}
