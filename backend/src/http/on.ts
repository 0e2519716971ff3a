// Makes a route of a call of the contract, which says all there is to say about it but what is done.
import type { Call } from '../../contract/calls/call.ts'
import { type Asked, readerOf } from './asked.ts'
import type { AppContext, Route } from './route.ts'

export type Handler<C extends Call> = (ctx: AppContext, asked: Asked<C>) => Promise<void> | void

/** Has a handler answer a call. `content` says whose files' content it answers, where it does. */
export function on<C extends Call>(call: C, handler: Handler<C>, { content }: Pick<Route, 'content'> = {}): Route {
  const { method, path, policy, queryToken } = call
  const read = readerOf(call)
  return {
    method,
    path,
    policy,
    queryToken,
    content,
    handler: (ctx) => handler(ctx, read(ctx)),
  }
}
