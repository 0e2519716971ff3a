// Looks up what is now at the places in a list, as one person sees it.
import type { FileType, Item } from '../../../contract/resources.ts'
import type { ListedPlace } from '../../../contract/places.ts'
import { AppError } from '../../lib/app-error.ts'
import { mapParallel } from '../../lib/parallel.ts'
import { nameOf, type UserPath, userPathOf } from '../../storage/paths.ts'
import { pointerOf } from '../../storage/pointers.ts'
import type { Pointers, Stat } from '../../storage/types.ts'
import type { Actor } from '../access/actor.ts'
import { presentFile, presentFolder } from '../tree/items.ts'
import type { Tree } from '../tree/service.ts'
import type { KeptPlace } from './model.ts'

/** How many requests to the storage are made at a time for one list. */
const AT_ONCE = 8

/** The type of a file according to its name. */
export type TypeOf = (name: string, size: number) => FileType

export interface PresentingOptions {
  tree: Pick<Tree, 'statIfThere'>
  pointers: Pick<Pointers, 'locate'>
  typeOf: TypeOf
}

/** A place, and its path in the person's tree. */
export interface Located {
  kept: KeptPlace
  path: string
  /** Null if it is no longer in the person's tree. */
  seenAt: UserPath | null
}

/** The current paths of the places in a list. */
export async function locatePlaces(
  { pointers }: Pick<PresentingOptions, 'pointers'>,
  { mounts }: Pick<Actor, 'mounts'>,
  places: readonly KeptPlace[],
): Promise<Located[]> {
  const now = await pointers.locate(places.map(pointerOf))
  return places.map((kept, index) => {
    const { at } = now[index] ?? pointerOf(kept)
    const seenAt = userPathOf(mounts, at)
    return { kept, path: seenAt ?? kept.path, seenAt }
  })
}

export async function presentPlaces(
  options: PresentingOptions,
  actor: Actor,
  places: readonly KeptPlace[],
): Promise<ListedPlace[]> {
  const located = withoutRepeats(await locatePlaces(options, actor, places))
  return mapParallel(located, AT_ONCE, async ({ kept, path, seenAt }) => {
    const item = seenAt === null ? null : await itemAt(options, actor, seenAt)
    return { path, isDir: item?.isDir ?? !kept.isFile, when: new Date(kept.at).toISOString(), item }
  })
}

/** An entry that is not written yet may be at the old path of a place whose written entry has followed a move. */
function withoutRepeats(located: readonly Located[]): Located[] {
  const seen = new Set<string>()
  return located.filter(({ seenAt }) => {
    if (seenAt === null) return true
    const isFirst = !seen.has(seenAt)
    seen.add(seenAt)
    return isFirst
  })
}

/** Null if it is gone, or if the person may not see it. */
async function itemAt({ tree, typeOf }: PresentingOptions, actor: Actor, path: UserPath): Promise<Item | null> {
  try {
    const stat = await tree.statIfThere(actor, path)
    return stat && presentStat(path, stat, typeOf)
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') return null
    throw error
  }
}

function presentStat(path: UserPath, stat: Stat, typeOf: TypeOf): Item {
  return stat.kind === 'folder' ? presentFolder(path, stat) : presentFile(path, stat, typeOf(nameOf(path), stat.size))
}
