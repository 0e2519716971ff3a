// What a folder may tell of what lies in it: nothing where some of that is kept from who asks.
import type { Actor } from '../../http/identity.ts'
import type { UserPath } from '../../storage/paths.ts'
import type { FileStat, FolderStat } from '../../storage/types.ts'
import type { Access } from './access.ts'

/**
 * A file or a folder as an actor may know it. Where something below a folder could be hidden, its size is 0 and its
 * time that of its marker, whether anything is hidden or not: the sums tell neither.
 */
export function shownTo<T extends FileStat | FolderStat>(access: Pick<Access, 'mayHideBelow'>, actor: Actor, { path, stat }: { path: UserPath; stat: T }): T {
  if (stat.kind === 'file' || !access.mayHideBelow(actor, path)) return stat
  return { ...stat, modified: stat.own, bytes: 0 }
}
