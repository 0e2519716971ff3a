// What of an action is wanted: the notes that have some of it, and the things in them.
import { AppError } from '../../lib/app-error.ts'
import { NamesAbove } from '../../lib/names-above.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { nameOf } from '../../storage/paths.ts'
import type { Operations } from '../../storage/types.ts'
import { nameIn, nameInNote, type PlacedNote, type TrashAction } from './action.ts'

/**
 * One note, and what of it is wanted: '' for all. `things`: what was deleted in it, each by its name. `isUnread`: what
 * is in it was not asked for.
 */
export interface ActionPart {
  of: PlacedNote
  names: string[]
  noted: string[]
  things: string[]
  isUnread: boolean
}

/** One thing of a part, by its name in the note, and what it is called below the folder that it is brought into. */
export interface Thing {
  part: ActionPart
  name: string
  as: string
}

const AT_ONCE = 4

/** How many of some names are those of files: folders end in a slash. */
export const countFiles = (names: readonly string[]): number => names.filter((name) => !name.endsWith('/')).length

/** `names`: everything without them. `staysUnread`: whether nobody has to know what a note has that is wanted whole. */
interface PartsWish {
  names?: string[] | undefined
  staysUnread?: (of: PlacedNote) => boolean
}

/** @throws AppError `notFound` when nothing in the action has any of the names */
export async function partsOf(
  operations: Pick<Operations, 'noted'>,
  action: TrashAction,
  { names = [''], staysUnread = () => false }: PartsWish,
): Promise<ActionPart[]> {
  const parts = await mapParallel(action.notes, AT_ONCE, async (of): Promise<ActionPart> => {
    if (staysUnread(of)) return { of, noted: [], things: [], names: [''], isUnread: true }
    const all = await operations.noted(of.note.id, true)
    const [noted, things] = [all.map(({ name }) => name), [...new Set(all.map(({ thing }) => thing))]]
    const own = names.flatMap((name) => nameInNote(action, of, name) ?? [])
    const [asked, found] = [new NamesAbove(own), new Set<string>()]
    for (const entry of noted) for (const name of asked.of(entry)) found.add(name)
    return { of, noted, things, names: own.filter((name) => found.has(name)), isUnread: false }
  })
  const wanted = parts.filter((part) => part.names.length > 0)
  if (wanted.length === 0) throw new AppError('notFound', 'no such item in the trash')
  return wanted
}

/** How many files of a part are wanted. */
export function filesIn({ of, names, noted, isUnread }: ActionPart): number {
  if (isUnread) return of.note.count
  const wanted = new NamesAbove(names)
  return countFiles(noted.filter((name) => wanted.has(name)))
}

/**
 * What is brought into a folder: what was deleted under its own name, replaced files one by one, with the folders
 * that they lay in.
 */
export function thingsOf(action: TrashAction, part: ActionPart, wanted: string[]): Thing[] {
  const { of, names, noted, things } = part
  if (of.note.kind === 'delete') {
    const single = names.flatMap((name) => (name === '' ? things : [name]))
    return single.map((name) => ({ part, name, as: nameOf(name === '' ? of.path : name) }))
  }
  const [named, all] = [new NamesAbove(names), new NamesAbove(wanted)]
  return noted
    .filter((entry) => named.has(entry))
    .map((name) => {
      const inAction = nameIn(action, of, name)
      const asked = all.first(inAction) ?? ''
      const below = inAction.slice(asked === '' ? 0 : asked.length + 1)
      return {
        part,
        name,
        as: [asked === '' && action.isFile ? nameOf(action.path) : nameOf(asked), below]
          .filter((each) => each !== '')
          .join('/'),
      }
    })
}

/** Of each thing what the note has in it, by names relative to the thing. */
export function insideOf(things: Thing[]): Map<Thing, string[]> {
  const inside = new Map<Thing, string[]>(things.map((thing) => [thing, []]))
  for (const [part, own] of Map.groupBy(things, (thing) => thing.part)) {
    const names = new NamesAbove(own.map(({ name }) => name))
    const byName = Map.groupBy(own, ({ name }) => name)
    for (const entry of part.noted) {
      for (const name of names.of(entry)) {
        for (const thing of byName.get(name) ?? [])
          inside.get(thing)?.push(name === '' ? entry : entry.slice(name.length + 1))
      }
    }
  }
  return inside
}
