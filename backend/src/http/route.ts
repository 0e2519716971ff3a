// What a route is: a call that the contract declares, and its handler (on.ts). app.ts registers the routes of every
// feature by name.
import type { ParameterizedContext } from 'koa'
import type { Call } from '../../contract/calls/call.ts'
import type { Actor } from '../features/access/actor.ts'
import type { User } from '../features/users/user.ts'
import type { ContentOf } from './embedding.ts'

/** What the middleware has put on a request. On a `public` route only `requestId` and `address` are there. */
export interface AppState {
  requestId: string
  /** The client's address, as the trusted proxies tell it. */
  address: string
  /** Whether the client speaks TLS, to us or to a trusted proxy. */
  isSecure: boolean
  /** The host, and port, that the client asked for. */
  host: string
  user: User
  actor: Actor
  /** The session the token names. */
  sessionId: string
  /** The pattern of the route that answers, for the log and the metrics. */
  route: string
}

export type AppContext = ParameterizedContext<AppState, { params: Readonly<Record<string, string>> }>

/** The call that it answers, and how. */
export interface Route extends Pick<Call, 'method' | 'path' | 'policy' | 'queryToken'> {
  /** Whose files' content it answers, for routes that do. */
  content?: ContentOf
  handler: (ctx: AppContext) => Promise<void> | void
}
