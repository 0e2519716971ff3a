// Which folders can be watched: those in one's own, and those in the shared folder.
import { AppError } from '../../../lib/app-error.ts'
import { parseUserPath, type UserPath } from '../../../storage/paths.ts'
import type { Access } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tree } from '../../tree/service.ts'

export interface WatchedFolderOptions {
  access: Pick<Access, 'authorize' | 'demand'>
  tree: Pick<Tree, 'stat' | 'isShared' | 'isFixed'>
}

/**
 * The folder that a person wants to be watched.
 * @throws AppError `badRequest` for the person's root and the shared folder itself, and for a target that not everybody
 *   has; `forbidden`; `notFound`; `isFile`
 */
export async function checkWatched(
  { access, tree }: WatchedFolderOptions,
  actor: Actor,
  { link, target }: { link: string; target: string },
): Promise<UserPath> {
  const path = parseUserPath(link)
  // Files are moved away.
  access.demand(actor, 'rename')
  access.authorize(actor, 'create', path)
  if (tree.isFixed(actor, path)) throw new AppError('badRequest', 'only a folder inside can be watched')
  if (tree.isShared(actor, path) && target !== '' && !tree.isShared(actor, parseUserPath(target)))
    throw new AppError('badRequest', 'what others put there must go to a folder that they have, too')
  if ((await tree.stat(actor, path)).kind === 'file') throw new AppError('isFile', 'it is a file')
  return path
}
