// The folders of an actor's tree that are always there and stay where they are: the root, and the shared folder in it.
// Both are places of their own in the storage, so nothing may take their names, and they need no key to be there.
import { AppError } from '../../lib/app-error.ts'
import { childOf, type UserPath } from '../../storage/paths.ts'
import type { Actor } from '../access/actor.ts'

export const ROOT = '/' as UserPath

export const isRoot = (path: UserPath): boolean => path === ROOT

/** Where the shared folder shows in an actor's root; null when there is none. */
export function sharedFolderOf({ mounts }: Actor): UserPath | null {
  return mounts.sharedFolder === '' ? null : childOf(ROOT, mounts.sharedFolder)
}

export const isSharedFolder = (actor: Actor, path: UserPath): boolean => path === sharedFolderOf(actor)

/** Whether a path is a folder even before anything is in it. */
export const isAlwaysThere = (actor: Actor, path: UserPath): boolean => isRoot(path) || isSharedFolder(actor, path)

/**
 * The shared folder as an entry of a folder; null in all folders but the root. It wins its name: what other tools have
 * put into the scope under that name shows nowhere.
 */
export const mountIn = (actor: Actor, folder: UserPath): UserPath | null =>
  isRoot(folder) ? sharedFolderOf(actor) : null

/**
 * Refuses what would change the root or the shared folder itself, or put something in its place.
 * @throws AppError `forbidden` for the root, `conflict` for the shared folder
 */
export function refuseMount(actor: Actor, path: UserPath): void {
  if (isRoot(path)) throw new AppError('forbidden', 'the root cannot be changed')
  if (isSharedFolder(actor, path)) throw new AppError('conflict', 'the shared folder cannot be changed')
}
