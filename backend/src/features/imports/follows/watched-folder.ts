// Which folders can be watched: those in one's own, and those in the shared folder.
import { AppError } from '../../../lib/app-error.ts'
import { locate, type Mounts, parseUserPath, type UserPath } from '../../../storage/paths.ts'
import type { Access } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tree } from '../../tree/service.ts'

export interface WatchedFolderOptions {
  access: Pick<Access, 'authorize' | 'demand'>
  tree: Pick<Tree, 'stat'>
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
  const { mounts } = actor
  if (path === '/' || (isShared(mounts, path) && locate(mounts, path).path === ''))
    throw new AppError('badRequest', 'only a folder inside can be watched')
  if (isShared(mounts, path) && target !== '' && !isShared(mounts, parseUserPath(target)))
    throw new AppError('badRequest', 'what others put there must go to a folder that they have, too')
  if ((await tree.stat(actor, path)).kind === 'file') throw new AppError('isFile', 'it is a file')
  return path
}

/** Whether a path leads into the shared folder, where everybody may put something. */
export const isShared = (mounts: Mounts, path: UserPath): boolean => locate(mounts, path).bucket === mounts.sharedBucket
