// A route: a call of the contract and its handler (on.ts). app.ts registers the routes of every feature by name.
import type { ParameterizedContext } from 'koa'
import type { Call } from '../../contract/calls/call.ts'
import type { Actor } from '../features/access/actor.ts'
import type { User } from '../features/users/user.ts'
import type { Coding, Compressed } from './compression.ts'
import type { ContentOf } from './embedding.ts'

/** What the middleware sets on a request. On `public` routes only `requestId` and `address` are set. */
export interface AppState {
  requestId: string
  /** The client's address, as reported by trusted proxies. */
  address: string
  /** Whether the client uses TLS, to us or to a trusted proxy. */
  isSecure: boolean
  /** The host and port that the client asked for. */
  host: string
  user: User
  actor: Actor
  /** The session that the token names. */
  sessionId: string
  /** The pattern of the route, for the log and the metrics. */
  route: string
  /** Whether the answer is a file of the page, which the build has compressed if that is of use. */
  isFile: boolean
  /** Called with an answer as it is sent, if it is compressed as a whole. */
  onCompressed: (coding: Coding, compressed: Compressed) => void
}

export type AppContext = ParameterizedContext<AppState, { params: Readonly<Record<string, string>> }>

/** The call and its handler. */
export interface Route extends Pick<Call, 'method' | 'path' | 'policy' | 'queryToken'> {
  /** Whose files' content it answers, if any. */
  content?: ContentOf
  handler: (ctx: AppContext) => Promise<void> | void
}
