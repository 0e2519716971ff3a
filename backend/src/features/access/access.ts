// The authoriser: the only place that decides on scope, permissions, rules and hidden dotfiles, for every call, archive
// entry and job.
import { type Action, can, NEEDED } from '../../../contract/rights.ts'
import type { Rule } from '../../../contract/users.ts'
import type { Log } from '../../lib/log.ts'
import { AppError } from '../../lib/app-error.ts'
import { isAtOrBelow, locate, type Place, type UserPath } from '../../storage/paths.ts'
import type { FileStat, FolderStat } from '../../storage/types.ts'
import type { User } from '../users/user.ts'
import { createActorOf, type TreeLayout } from './actor-of.ts'
import type { Actor } from './actor.ts'
import { checkRules, rulesAllow, rulesMayDenyBelow } from './rules.ts'

export interface Access {
  /** The actor for a person, as stored now. */
  actorOf(user: User, globalRules: readonly Rule[]): Actor
  /** The actor for a link to something in its owner's tree. */
  linkActorOf(owner: Actor, link: { hash: string; root: UserPath }): Actor
  /** Refuses invalid rules before they are stored. @throws AppError `badRequest` */
  checkRules(rules: readonly Rule[]): void
  /**
   * Returns the place of a path if the actor may do this with it.
   * @throws AppError `forbidden` for a rule, a hidden name or a missing permission; `downloadDenied` if the missing
   *   permission is `download`; `badRequest` if the key would be too long
   */
  authorize(actor: Actor, action: Action, path: UserPath): Place
  /** Checks only the permissions. @throws AppError like `authorize` */
  demand(actor: Actor, action: Action): void
  /** Whether a path shows in listings: the rules allow it and it is not hidden. */
  permits(actor: Actor, path: UserPath): boolean
  /**
   * Whether a rule or hidden dotfiles could hide something below a permitted path from the actor. If so, nothing that
   * depends on the whole content of the folder may be shown.
   */
  mayHideBelow(actor: Actor, path: UserPath): boolean
  /** The same for rules only. */
  mayDenyBelow(actor: Actor, path: UserPath): boolean
  /**
   * A file or folder as the actor may know it. If something below a folder could be hidden, its size is 0 and its time
   * that of its marker, whether anything is hidden or not, so that the totals reveal nothing.
   */
  shown<T extends FileStat | FolderStat>(actor: Actor, path: UserPath, stat: T): T
  /**
   * Whether the rules allow a path inside a tree that is moved, copied or deleted. Hidden dotfiles do not prevent that.
   */
  permitsTree(actor: Actor, path: UserPath): boolean
}

export function createAccess(layout: TreeLayout, log: Pick<Log, 'warn'>): Access {
  return {
    actorOf: createActorOf(layout, log),
    linkActorOf: (owner, { hash, root }) => ({ ...owner, id: `link ${hash}`, kind: 'link', root }),
    checkRules,
    authorize,
    demand,
    permits,
    permitsTree,
    mayHideBelow,
    mayDenyBelow,
    shown,
  }
}

function authorize(actor: Actor, action: Action, path: UserPath): Place {
  if (!permits(actor, path)) throw new AppError('forbidden', 'a rule denies this path')
  demand(actor, action)
  return locate(actor.mounts, path)
}

function demand(actor: Actor, action: Action): void {
  if (can(actor, action)) return
  if (actor.kind === 'link') throw new AppError('forbidden', 'the link does not allow that')
  // Missing download permission is answered with an empty 202, a link that cannot be created with 403.
  const missing = NEEDED[action].find((permission) => !actor.perm[permission])
  throw new AppError(action === 'download' ? 'downloadDenied' : 'forbidden', `the permission ${missing} is missing`)
}

/**
 * Whether a path exists for an actor at all. A link leads into one tree, so the shared folder is not visible through a
 * link to the root.
 */
function isWithin({ kind, root, mounts }: Actor, path: UserPath): boolean {
  if (kind === 'person') return true
  return root !== undefined && isAtOrBelow(path, root) && locate(mounts, path).bucket === locate(mounts, root).bucket
}

function permits(actor: Actor, path: UserPath): boolean {
  return isWithin(actor, path) && permitsTree(actor, path) && !(actor.hideDotfiles && path.includes('/.'))
}

function mayHideBelow(actor: Actor, path: UserPath): boolean {
  return actor.hideDotfiles || mayDenyBelow(actor, path)
}

function shown<T extends FileStat | FolderStat>(actor: Actor, path: UserPath, stat: T): T {
  return stat.kind === 'file' || !mayHideBelow(actor, path) ? stat : { ...stat, modified: stat.own, bytes: 0 }
}

function mayDenyBelow(actor: Actor, path: UserPath): boolean {
  return rulesMayDenyBelow(actor.rules, path)
}

function permitsTree(actor: Actor, path: UserPath): boolean {
  return rulesAllow(actor.rules, path)
}
