// What one actor may learn about paths from other sources: trash notes, sums, changes.
import { AppError } from '../../lib/app-error.ts'
import { childOf, pathInside, place, type Place, ROOT, type UserPath } from '../../storage/paths.ts'
import type { FolderChange, RemovalOptions } from '../../storage/types.ts'
import type { Actor } from '../access/actor.ts'
import { sharedFolderOf } from './mounts.ts'
import { type SeenChange, seenBy } from './seen-changes.ts'
import type { TreeOptions } from './options.ts'

/** The parts of an actor's tree that may be included in sums. */
export interface Summable {
  scope: Place
  /** Says by its path in the scope whether a file may be counted; null if all of them may. */
  counts: ((relative: string) => boolean) | null
  /** The shared folder, if nothing in it can be hidden from the actor; otherwise null. */
  shared: Place | null
}

export interface Visibility {
  /** Whether a path is visible, or something in it under its name in a note (`pathInside`). */
  sees(actor: Actor, path: UserPath, name?: string): boolean
  /**
   * Whether something below a visible folder could be hidden. If so, nothing may be revealed about the folder that
   * depends on everything in it, whether or not anything is hidden.
   */
  mayHideBelow(actor: Actor, folder: UserPath): boolean
  /** The part of a change that an actor may read; null if there is none. Ask when reporting it, as with any read. */
  seen(actor: Actor, change: FolderChange): SeenChange | null
  /**
   * Refuses to change a whole tree if a rule denies something in it. Hidden dotfiles are no obstacle: moving a folder
   * moves all of it.
   * @param names of the things in the tree, '' for itself (`pathInside`)
   * @throws AppError `forbidden`
   */
  checkTree(actor: Actor, path: UserPath, names: Iterable<string>): void
  /** The same for a change that asks when it lists the tree, and whether it has to list it for that. */
  treeCheck(actor: Actor, path: UserPath): Required<Pick<RemovalOptions, 'check' | 'asksBelow'>>
  /** What may be included in sums. Hidden dotfiles are included: an actor who hides them knows of them. */
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

  function checkTree(actor: Actor, path: UserPath, names: Iterable<string>): void {
    for (const name of names) {
      if (!access.permitsTree(actor, pathInside(path, name)))
        throw new AppError('forbidden', 'a rule denies something in this folder')
    }
  }

  return {
    sees: (actor, path, name = '') => access.permits(actor, pathInside(path, name)),
    mayHideBelow: (actor, folder) => access.mayHideBelow(actor, folder),
    seen: (actor, change) => seenBy(access, actor, change),

    checkTree,

    treeCheck: (actor, path) => ({
      check: (relative) => checkTree(actor, path, [relative]),
      asksBelow: access.mayDenyBelow(actor, path),
    }),

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
