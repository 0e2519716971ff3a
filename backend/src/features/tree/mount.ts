// The places of a person's tree that stay where they are: the root and the shared folder in it.
import { AppError } from '../../lib/app-error.ts'
import { childOf, type UserPath } from '../../storage/paths.ts'
import type { Actor } from '../access/actor.ts'

const ROOT = '/' as UserPath

export const isRoot = (path: UserPath): boolean => path === ROOT

/** Where the shared folder shows in a person's root; null when there is none. */
export function sharedFolderPath({ mounts }: Actor): UserPath | null {
  return mounts.sharedFolder === '' ? null : childOf(ROOT, mounts.sharedFolder)
}

export const isSharedFolder = (actor: Actor, path: UserPath): boolean => path === sharedFolderPath(actor)

/**
 * Refuses what would change the root or the shared folder itself, or put something in its place.
 * @throws AppError `forbidden` for the root, `conflict` for the shared folder
 */
export function refuseMount(actor: Actor, path: UserPath): void {
  if (isRoot(path)) throw new AppError('forbidden', 'the root cannot be changed')
  if (isSharedFolder(actor, path)) throw new AppError('conflict', 'the shared folder cannot be changed')
}
