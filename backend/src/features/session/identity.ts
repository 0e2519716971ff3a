// What the session guard finds out about a request before a route sees it.
import type { Actor } from '../access/actor.ts'
import type { User } from '../users/user.ts'

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
