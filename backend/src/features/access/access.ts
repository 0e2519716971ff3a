// The one authoriser: scope, permissions, rules and hidden dotfiles of every call, archive entry and job are decided
// here.
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
  /** The actor of a person as stored now. */
  actorOf(user: User, globalRules: readonly Rule[]): Actor
  /** The actor of a link to something in its owner's tree. */
  linkActorOf(owner: Actor, root: UserPath): Actor
  /** Refuses rules that could not be matched, before they are stored. @throws AppError `badRequest` */
  checkRules(rules: readonly Rule[]): void
  /**
   * Where a path lies, if the actor may do this with it.
   * @throws AppError `forbidden` for a rule, a hidden name or a missing permission; `downloadDenied` where `download`
   * is what is missing;
   *   `badRequest` when the key would be too long
   */
  authorize(actor: Actor, action: Action, path: UserPath): Place
  /** @throws AppError as `authorize` does, for the permissions alone */
  demand(actor: Actor, action: Action): void
  /** Whether a path shows in listings: the rules allow it and it is not hidden. */
  permits(actor: Actor, path: UserPath): boolean
  /**
   * Whether a rule, or hidden dotfiles, could keep something below a permitted path from the actor: then nothing is
   * told of that folder which depends on all that lies in it.
   */
  mayHideBelow(actor: Actor, path: UserPath): boolean
  /** Whether the rules alone could. */
  mayDenyBelow(actor: Actor, path: UserPath): boolean
  /**
   * A file or a folder as the actor may know it. Where something below a folder could be hidden, its size is 0 and its
   * time that of its marker, whether anything is hidden or not: the sums tell neither.
   */
  shown<T extends FileStat | FolderStat>(actor: Actor, path: UserPath, stat: T): T
  /**
   * Whether the rules allow a path inside a tree that is moved, copied or deleted; hidden dotfiles do not hinder that.
   */
  permitsTree(actor: Actor, path: UserPath): boolean
}

export function createAccess(layout: TreeLayout, log: Pick<Log, 'warn'>): Access {
  return {
    actorOf: createActorOf(layout, log),
    linkActorOf: (owner, root) => ({ ...owner, kind: 'link', root }),
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
  // Content withheld is answered 202 with nothing in it, a link that cannot be made 403 (api-contract 1.3 and 7).
  const missing = NEEDED[action].find((permission) => !actor.perm[permission])
  throw new AppError(action === 'download' ? 'downloadDenied' : 'forbidden', `the permission ${missing} is missing`)
}

/**
 * Whether a path is there for an actor at all. A link leads into one tree: the shared folder does not show in a link to
 * the root.
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
