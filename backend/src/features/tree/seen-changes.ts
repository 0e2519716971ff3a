// A change of the storage as one actor sees it. Only here are places turned into the paths of the people who are told.
import { EVENT_NAMES_MAX } from '../../../contract/events.ts'
import {
  below,
  isBelow,
  nameOf,
  overlap,
  pathText,
  type Place,
  ROOT,
  type UserPath,
  userPathOf,
} from '../../storage/paths.ts'
import type { FolderChange } from '../../storage/types.ts'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'

/** A change in an actor's tree. Without names: the folder and everything below it. */
export interface SeenChange {
  folder: UserPath
  names: string[]
}

type ReadAccess = Pick<Access, 'permits' | 'mayHideBelow'>

/** The part of a change that an actor may read; null if there is none. Ask when reporting it, as with any read. */
export function seenBy(access: ReadAccess, actor: Actor, change: FolderChange): SeenChange | null {
  const folder = userPathOf(actor.mounts, change.folder)
  const mayKnow = (name: string, at: UserPath) => mayKnowOf(access, actor, { at, places: change.below?.get(name) })
  if (folder === null) {
    const holding = holdsScope(actor, change)
    return holding.some((name) => mayKnow(name, ROOT)) && access.permits(actor, ROOT)
      ? { folder: ROOT, names: [] }
      : null
  }
  if (!access.permits(actor, folder)) return null
  if (change.names.length === 0) return { folder, names: [] }
  const paths = change.names.map((name) => {
    const path = userPathOf(actor.mounts, below(change.folder, name))
    return path !== null && mayKnow(name, path) ? path : null
  })
  const seen = paths.filter((path): path is UserPath => path !== null && access.permits(actor, path))
  if (seen.length === 0) return null
  return { folder, names: seen.length > EVENT_NAMES_MAX ? [] : seen.map(nameOf) }
}

/**
 * Whether a folder's change may be reported because of something below it. If something there could be hidden, the
 * folder's size and time are not shown, and its change is only reported for what the actor may read.
 */
function mayKnowOf(
  access: ReadAccess,
  actor: Actor,
  { at, places }: { at: UserPath; places: readonly Place[] | null | undefined },
): boolean {
  if (places === undefined || !access.mayHideBelow(actor, at)) return true
  return (places ?? []).some((place) => {
    const path = userPathOf(actor.mounts, place)
    return path !== null && access.permits(actor, path)
  })
}

/** The names of folders above the person's own tree that changed with it; '' if none is named. */
function holdsScope({ mounts: { scope } }: Actor, { folder, names }: FolderChange): string[] {
  const own = pathText(scope)
  if (names.length === 0) return overlap(own, pathText(folder)) ? [''] : []
  return names.filter((name) => {
    const changed = pathText(below(folder, name))
    return own === changed || isBelow(own, changed)
  })
}
