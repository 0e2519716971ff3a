// The person behind an open socket, as stored now. Checked repeatedly while the socket is open.
import type { Rule } from '../../../contract/users.ts'
import type { Actor } from '../access/actor.ts'
import type { User } from '../users/user.ts'

export interface Standing {
  /** A person, and the global rules; null for a deleted person. */
  person(userId: number): Promise<{ user: User; actor: Actor; rules: readonly Rule[] } | null>
  /** When the last token of a session expires, in ms since 1970; null if nobody can use the session any more. */
  sessionEnd(sessionId: string): Promise<number | null>
}
