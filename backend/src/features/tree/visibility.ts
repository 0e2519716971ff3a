// What one actor may know of paths that others tell of: notes of the trash, sums, changes.
import { AppError } from '../../lib/app-error.ts'
import { childOf, pathInside, place, type Place, type UserPath } from '../../storage/paths.ts'
import type { FolderChange } from '../../storage/types.ts'
import type { Actor } from '../access/actor.ts'
import { ROOT, sharedFolderOf } from './mounts.ts'
import { type SeenChange, seenBy } from './seen-changes.ts'
import type { TreeOptions } from './service.ts'

/** What of an actor's tree may be told in sums. */
export interface Summable {
  scope: Place
  /** Tells by its path in the scope whether a file may be counted; null where all of them may. */
  counts: ((relative: string) => boolean) | null
  /** The shared folder, where nothing in it can be kept from the actor; else null. */
  shared: Place | null
}

export interface Visibility {
  /** Whether a path shows, or something in it by the name that a note has for that (`pathInside`). */
  sees(actor: Actor, path: UserPath, name?: string): boolean
  /**
   * Whether something below a visible folder could be hidden. Then nothing may be told of that folder which depends on
   * all that lies in it, whether anything is hidden or not.
   */
  mayHideBelow(actor: Actor, folder: UserPath): boolean
  /** What an actor may read of a change; null for nothing. To be asked when it is told, like any read. */
  seen(actor: Actor, change: FolderChange): SeenChange | null
  /**
   * Refuses a change of a whole tree in which a rule denies something. Hidden dotfiles do not hinder that: who moves a
   * folder moves all of it.
   * @param names of what is in the tree, '' for itself (`pathInside`)
   * @throws AppError `forbidden`
   */
  checkTree(actor: Actor, path: UserPath, names: Iterable<string>): void
  /** What may be summed. Hidden dotfiles are: an actor who hides them knows of them. */
  summable(actor: Actor): Summable
  /** The buckets in which an actor's tree lies. */
  bucketsOf(actor: Actor): string[]
}

export function createVisibility({ access }: Pick<TreeOptions, 'access'>): Visibility {
  function sharedOf(actor: Actor): Place | null {
    const path = sharedFolderOf(actor)
    if (path === null || !access.permits(actor, path) || access.mayDenyBelow(actor, path)) return null
    return place(actor.mounts.sharedBucket, '')
  }

  return {
    sees: (actor, path, name = '') => access.permits(actor, pathInside(path, name)),
    mayHideBelow: (actor, folder) => access.mayHideBelow(actor, folder),
    seen: (actor, change) => seenBy(access, actor, change),

    checkTree(actor, path, names) {
      for (const name of names) {
        if (!access.permitsTree(actor, pathInside(path, name)))
          throw new AppError('forbidden', 'a rule denies something in this folder')
      }
    },

    summable: (actor) => ({
      scope: actor.mounts.scope,
      counts: access.mayDenyBelow(actor, ROOT)
        ? (relative) => access.permitsTree(actor, childOf(ROOT, relative))
        : null,
      shared: sharedOf(actor),
    }),

    bucketsOf: (actor) => {
      const { scope, sharedBucket } = actor.mounts
      return sharedFolderOf(actor) === null ? [scope.bucket] : [scope.bucket, sharedBucket]
    },
  }
}
