// Who acts. It is plain data: what may be done, and what is seen, is decided by the authoriser (access.ts) and the tree
// (features/tree), which read it.
import type { Permissions } from '../../../contract/permissions.ts'
import type { Mounts, UserPath } from '../../storage/paths.ts'
import type { Author } from '../../storage/types.ts'
import type { CompiledRule } from './rules.ts'

/**
 * Whoever acts: a person, a guest who came by a link, within the rights of its owner, or a device of a person, which
 * has calendars and no files. The authoriser knows only this.
 */
export interface Actor {
  /** Tells the actor from all others: what it has begun belongs to it. A person's number, or `link <hash>`. */
  id: string
  kind: 'person' | 'link' | 'device'
  /** What a link opens, as its owner sees it: beside that there is nothing for it. A person has the whole tree. */
  root?: UserPath
  userId: number
  username: string
  perm: Permissions
  mounts: Mounts
  /** The global ones first, then the person's own: the last that matches decides. */
  rules: readonly CompiledRule[]
  hideDotfiles: boolean
  /** What the person does in one go, as this request's client names it. */
  action?: string | undefined
  /** Where the request came from. */
  address?: string
}

/** Who acts, as operations and trash notes keep it. */
export const authorOf = ({ userId, username, action }: Actor): Author => ({ userId, username, action })

/** Who acts and from where, as the audit notes it. */
export const auditedOf = ({
  userId,
  username,
  address = '',
}: Actor): { who: { id: number; username: string }; address: string } => ({ who: { id: userId, username }, address })

/** All that decides what an actor sees of a tree, as plain data: two actors with the same see the same. */
export const sightOf = ({ id, kind, root, perm, mounts, rules, hideDotfiles }: Actor): unknown[] => [
  id,
  kind,
  root,
  perm,
  mounts,
  rules.map(textOfRule),
  hideDotfiles,
]

const textOfRule = (rule: CompiledRule): unknown =>
  rule.kind === 'regex' ? [rule.kind, rule.allow, rule.pattern.pattern()] : rule
