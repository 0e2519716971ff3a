// How the shared folder and the root are told from other folders, for features that keep folders of their own in both.
import { childOf, locate, ROOT, type UserPath } from '../../storage/paths.ts'
import type { Actor } from '../access/actor.ts'
import { isAlwaysThere, sharedFolderOf } from './mounts.ts'
import type { TreeOptions } from './options.ts'

export interface OwnFolders {
  /**
   * The paths of one name in the shared folder and in the root, whether anything is there or not. Null where the actor
   * may not see it, and without a shared folder. `name` may have several segments.
   */
  named(actor: Actor, name: string): { shared: UserPath | null; own: UserPath | null }
  /** Whether a path is in everybody's tree: the shared folder, or something in it. */
  isShared(actor: Actor, path: UserPath): boolean
  /** Whether a path is the root or the shared folder itself. Both always exist, and cannot move. */
  isFixed(actor: Actor, path: UserPath): boolean
}

export function createOwnFolders({ access }: Pick<TreeOptions, 'access'>): OwnFolders {
  return {
    named(actor, name) {
      const visible = (folder: UserPath | null): UserPath | null => {
        const path = folder && childOf(folder, name)
        return path !== null && access.permits(actor, path) ? path : null
      }
      return { shared: visible(sharedFolderOf(actor)), own: visible(ROOT) }
    },
    isShared: ({ mounts }, path) => locate(mounts, path).bucket === mounts.sharedBucket,
    isFixed: isAlwaysThere,
  }
}
