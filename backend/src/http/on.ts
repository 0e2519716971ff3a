// Makes a route from a call of the contract and a handler.
import type { Call } from '../../contract/calls/call.ts'
import { type Asked, readerOf } from './asked.ts'
import type { AppContext, Route } from './route.ts'

export type Handler<C extends Call> = (ctx: AppContext, asked: Asked<C>) => Promise<void> | void

/**
 * Registers the handler of a call. A call that answers nothing but 204 is answered so once its handler is done.
 * `content` tells whose files' content it answers, if any.
 */
export function on<C extends Call>(call: C, handler: Handler<C>, { content }: Pick<Route, 'content'> = {}): Route {
  const { method, path, policy, queryToken, answers } = call
  const read = readerOf(call)
  const isSilent = Object.keys(answers).join() === '204'
  return {
    method,
    path,
    policy,
    queryToken,
    content,
    handler: async (ctx) => {
      await handler(ctx, read(ctx))
      if (isSilent) ctx.status = 204
    },
  }
}
