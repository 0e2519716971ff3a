// Who is behind an open socket, as stored now: asked again and again while it is open.
import type { Rule } from '../../../contract/users.ts'
import type { Actor } from '../access/actor.ts'
import type { User } from '../users/user.ts'

export interface Standing {
  /** A person, and the rules of everybody; null for one that is gone. */
  person(userId: number): Promise<{ user: User; actor: Actor; rules: readonly Rule[] } | null>
  /** When the last token of a session ends, in ms since 1970; null when nobody can use the session any more. */
  sessionEnd(sessionId: string): Promise<number | null>
}
