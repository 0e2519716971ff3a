// A change of the storage as one person sees it: the only place where places become paths of those who are told.
import { NAMES_MAX } from '../../../contract/events.ts'
import { below, isBelow, nameOf, overlap, pathText, type UserPath, userPathOf } from '../../storage/paths.ts'
import type { FolderChange } from '../../storage/types.ts'
import type { Access, Actor } from '../access/access.ts'

/** A change in a person's own tree; no names: the folder and all below it. */
export interface SeenChange { folder: UserPath; names: string[] }

const ROOT = '/' as UserPath

/** What of a change an actor may read; null for nothing. Asked when it is told, like any read. */
export function seenBy(access: Pick<Access, 'permits'>, actor: Actor, change: FolderChange): SeenChange | null {
  const folder = userPathOf(actor.mounts, change.folder)
  if (folder === null) return holdsScope(actor, change) && access.permits(actor, ROOT) ? { folder: ROOT, names: [] } : null
  if (!access.permits(actor, folder)) return null
  if (change.names.length === 0) return { folder, names: [] }
  const paths = change.names.map((name) => userPathOf(actor.mounts, below(change.folder, name)))
  const seen = paths.filter((path): path is UserPath => path !== null && access.permits(actor, path))
  if (seen.length === 0) return null
  return { folder, names: seen.length > NAMES_MAX ? [] : seen.map(nameOf) }
}

/** Whether what changed is a folder above the person's own tree, which came, went or changed with it. */
function holdsScope({ mounts: { scope } }: Actor, { folder, names }: FolderChange): boolean {
  const own = pathText(scope)
  if (names.length === 0) return overlap(own, pathText(folder))
  return names.some((name) => {
    const changed = pathText(below(folder, name))
    return own === changed || isBelow(own, changed)
  })
}
