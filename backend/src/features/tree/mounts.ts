// The two folders of an actor's tree that always exist and cannot move: the root, and the shared folder in it. Both are
// separate places in the storage, so nothing may take their names, and they need no key in order to exist.
import { AppError } from '../../lib/app-error.ts'
import { childOf, ROOT, type UserPath } from '../../storage/paths.ts'
import type { Actor } from '../access/actor.ts'

export const isRoot = (path: UserPath): boolean => path === ROOT

/** The path of the shared folder in an actor's root; null if there is none. */
export function sharedFolderOf({ mounts }: Actor): UserPath | null {
  return mounts.sharedFolder === '' ? null : childOf(ROOT, mounts.sharedFolder)
}

export const isSharedFolder = (actor: Actor, path: UserPath): boolean => path === sharedFolderOf(actor)

/** Whether a path is a folder even before anything is in it. */
export const isAlwaysThere = (actor: Actor, path: UserPath): boolean => isRoot(path) || isSharedFolder(actor, path)

/**
 * The shared folder as an entry of `folder`; null in all folders except the root. It wins over anything that other
 * tools have put into the scope under its name: that is not shown anywhere.
 */
export const mountIn = (actor: Actor, folder: UserPath): UserPath | null =>
  isRoot(folder) ? sharedFolderOf(actor) : null

/**
 * Refuses to change the root or the shared folder itself, or to put something in its place.
 * @throws AppError `forbidden` for the root, `conflict` for the shared folder
 */
export function refuseMount(actor: Actor, path: UserPath): void {
  if (isRoot(path)) throw new AppError('forbidden', 'the root cannot be changed')
  if (isSharedFolder(actor, path)) throw new AppError('conflict', 'the shared folder cannot be changed')
}
