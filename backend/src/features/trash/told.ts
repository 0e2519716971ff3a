// What of a note may be told: where something in its place could be hidden from who asks, what it has is looked
// through.
import { NAMES_TOLD } from '../../../contract/trash.ts'
import { AppError } from '../../lib/app-error.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { childOf, nameOf, type UserPath } from '../../storage/paths.ts'
import type { Operations } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import { isHolding, type PlacedNote } from './action.ts'

export interface TellingOptions {
  operations: Pick<Operations, 'noted'>
  access: Pick<Access, 'permits' | 'mayHideBelow'>
}

type Entry = Awaited<ReturnType<Operations['noted']>>[number]

const AT_ONCE = 4

/**
 * Makes the function that tells notes by what an actor may see in them. A note in which that is nothing is left out;
 * a folder that was deleted itself is told, whatever lay in it.
 */
export function createTelling({
  operations,
  access,
}: TellingOptions): (actor: Actor, notes: readonly PlacedNote[]) => Promise<PlacedNote[]> {
  async function tell(actor: Actor, placed: PlacedNote): Promise<PlacedNote[]> {
    const { note, path } = placed
    if (note.isFile || !access.mayHideBelow(actor, path)) return [placed]
    const noted = await operations.noted(note.id).catch((error: unknown) => {
      // Somebody has ended it meanwhile.
      if (error instanceof AppError && error.code === 'notFound') return null
      throw error
    })
    if (noted === null) return []
    const isSeen = (name: string) => access.permits(actor, pathOf(path, name))
    const told = amountsOf(noted.filter(({ name }) => isSeen(name)))
    if (note.kind === 'replace') return told.count === 0 ? [] : [{ ...placed, told: { ...told, things: told.count } }]
    const things = [...new Set(noted.map(({ thing }) => thing))].filter(isSeen)
    if (isHolding(note) && things.length === 0) return []
    const names = things.map((thing) => nameOf(pathOf(path, thing))).slice(0, NAMES_TOLD)
    return [{ ...placed, told: { ...told, names, things: Math.max(1, things.length) } }]
  }

  return async (actor, notes) => (await mapParallel([...notes], AT_ONCE, (placed) => tell(actor, placed))).flat()
}

const pathOf = (path: UserPath, name: string): UserPath => (name === '' ? path : childOf(path, name.replace(/\/$/, '')))

/** Of each name the last entry counts; folders have no bytes. */
function amountsOf(entries: readonly Entry[]): { count: number; bytes: number; names: string[] } {
  const sizes = new Map(
    entries.filter(({ name }) => name !== '' && !name.endsWith('/')).map(({ name, size }) => [name, size]),
  )
  const names = [...sizes.keys()].slice(0, NAMES_TOLD).map((name) => name.slice(name.lastIndexOf('/') + 1))
  return { count: sizes.size, bytes: sizes.values().reduce((sum, size) => sum + size, 0), names }
}
