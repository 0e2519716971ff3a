// Which paths of an actor's tree may be changed. The root and the shared folder in it cannot move.
import type { Action } from '../../../contract/rights.ts'
import { AppError } from '../../lib/app-error.ts'
import { isAtOrBelow, type Place, type UserPath } from '../../storage/paths.ts'
import type { Actor } from '../access/actor.ts'
import { isRoot, isSharedFolder, refuseMount } from './mounts.ts'
import type { TreeOptions } from './options.ts'

export interface Transfer {
  source: UserPath
  destination: UserPath
  /** Whether the source is removed. */
  isMove: boolean
}

export interface Targets {
  /**
   * The place where something may be written, replaced or deleted.
   * @throws AppError `forbidden` by rules and permissions and for the root, `conflict` for the shared folder
   */
  placeToChange(actor: Actor, action: Action, path: UserPath): Place
  /**
   * The place for a new folder; null for the root, which already exists.
   * @throws AppError as `placeToChange` does
   */
  placeOfNewFolder(actor: Actor, path: UserPath): Place | null
  /** The place that a link may lead to. @throws AppError `forbidden`; `conflict` for the shared folder as a whole */
  placeToShare(actor: Actor, path: UserPath): Place
  /**
   * Checks a move or copy by the two paths alone, without looking at what is there.
   * @throws AppError `forbidden` if a rule denies one of the paths, and for the root; `conflict` if the shared folder
   * would move or be replaced; `badRequest` into itself
   */
  checkTransfer(actor: Actor, transfer: Transfer): void
}

export function createTargets({ access }: Pick<TreeOptions, 'access'>): Targets {
  function placeToChange(actor: Actor, action: Action, path: UserPath): Place {
    const place = access.authorize(actor, action, path)
    refuseMount(actor, path)
    return place
  }

  return {
    placeToChange,

    placeOfNewFolder(actor, path) {
      if (!isRoot(path)) return placeToChange(actor, 'create', path)
      access.authorize(actor, 'create', path)
      return null
    },

    placeToShare(actor, path) {
      const place = access.authorize(actor, 'share', path)
      if (isSharedFolder(actor, path)) throw new AppError('conflict', 'the shared folder itself cannot be shared')
      return place
    },

    checkTransfer(actor, { source, destination, isMove }) {
      if (![source, destination].every((path) => access.permits(actor, path)))
        throw new AppError('forbidden', 'a rule denies this path')
      if (isRoot(source) || isRoot(destination)) throw new AppError('forbidden', 'the root cannot be changed')
      if ((isMove && isSharedFolder(actor, source)) || isSharedFolder(actor, destination))
        throw new AppError('conflict', 'the shared folder cannot be changed')
      if (source !== destination && isAtOrBelow(destination, source))
        throw new AppError('badRequest', 'source is parent')
    },
  }
}
