// Who is asking: what the session middleware finds out about a request before a route sees it.
import type { RE2JS } from 're2js'
import type { Permissions } from '../../contract/permissions.ts'
import type { UserRecord } from '../../contract/users.ts'
import type { Mounts, UserPath } from '../storage/paths.ts'
import type { Author } from '../storage/types.ts'

/** A person as features see it: the record of `/api/users` without anything of the password. */
export type User = Omit<UserRecord, 'password'> & {
  /** When the record was changed last. A token that tells of an older record is told to renew. */
  changed: Date
}

/** A rule made ready for matching; `pattern` null: the stored rule is broken and stands for every path, denied. */
export type CompiledRule =
  | { kind: 'path'; allow: boolean; path: string }
  | { kind: 'regex'; allow: boolean; pattern: RE2JS }
  | { kind: 'broken' }

/**
 * Whoever acts on files: a person, or a guest who came by a link, within the rights of the link's owner. The authoriser
 * knows only this.
 */
export interface Actor {
  kind: 'person' | 'link'
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

/** A token that was accepted, and whose it is. */
export interface Identity {
  user: User
  actor: Actor
  /** The session the token names. */
  sessionId: string
  /** When the token ends, in whole seconds since 1970. */
  expiresAt: number
  /** When the record that the token tells of was changed last, in milliseconds since 1970. */
  recordChanged: number
}
