// What a route is: a pattern, who may call it, and its handler. app.ts registers the routes of every feature by name.
import type { ParameterizedContext } from 'koa'
import type { ContentOf } from './embedding.ts'
import type { Actor, User } from './identity.ts'

/** Who may call a route: everybody; whoever is signed in; administrators. */
export type Policy = 'public' | 'person' | 'admin'

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

export interface Route {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** A pattern of @koa/router, relative to the base URL: `/api/resources{/*path}`. */
  path: string
  policy: Policy
  /**
   * Whether the token may come as `?auth=`: only where a browser or player can send no header (downloads, WebSockets).
   */
  queryToken?: boolean
  /** Whose files' content it answers, for routes that do. */
  content?: ContentOf
  handler: (ctx: AppContext) => Promise<void> | void
}
