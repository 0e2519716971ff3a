// Makes a route from a call of the contract and a handler.
import type { Call } from '../../contract/calls/call.ts'
import { type Asked, readerOf } from './asked.ts'
import type { AppContext, Route } from './route.ts'

export type Handler<C extends Call> = (ctx: AppContext, asked: Asked<C>) => Promise<void> | void

/** Registers the handler of a call. `content` tells whose files' content it answers, if any. */
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
