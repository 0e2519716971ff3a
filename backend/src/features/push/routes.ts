// /api/push
import { pushCalls } from '../../../contract/calls/push.ts'
import { answerJson } from '../../http/answers.ts'
import { on } from '../../http/on.ts'
import type { AppContext, Route } from '../../http/route.ts'
import type { HousePush, PushAsker } from './service.ts'

export const pushRoutes = ({ push }: { push: HousePush }): Route[] => [
  on(pushCalls.state, async (ctx) => answerJson(ctx, await push.state(ctx.state))),
  on(pushCalls.add, async (ctx, { body }) => answerJson(ctx, await push.add(askerOf(ctx), await body()))),
  on(pushCalls.end, (ctx, { params: { id } }) => push.end(ctx.state, id)),
  on(pushCalls.test, (ctx, { params: { id } }) => push.test(ctx.state, id)),
]

const askerOf = (ctx: AppContext): PushAsker => {
  const { user, sessionId, address, isSecure, host } = ctx.state
  const origin = `${isSecure ? 'https' : 'http'}://${host}`
  return { user, sessionId, address, device: ctx.get('User-Agent'), origin }
}
