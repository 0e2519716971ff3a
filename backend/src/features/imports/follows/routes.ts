// /api/follows
import { followsCalls } from '../../../../contract/calls/follows.ts'
import { answerJson } from '../../../http/answers.ts'
import { on } from '../../../http/on.ts'
import type { Route } from '../../../http/route.ts'
import type { HouseFollows } from './service.ts'

export const followsRoutes = ({ follows }: { follows: HouseFollows }): Route[] => [
  on(followsCalls.list, async (ctx, { query }) => answerJson(ctx, await follows.list(ctx.state.actor, query))),
  on(followsCalls.add, async (ctx, { body }) => answerJson(ctx, await follows.add(ctx.state.actor, await body()))),
  on(followsCalls.look, (ctx, { params }) => follows.look(ctx.state.actor, params.id)),
  on(followsCalls.pause, (ctx, { params }) => follows.pause(ctx.state.actor, params.id)),
  on(followsCalls.remove, (ctx, { params }) => follows.remove(ctx.state.actor, params.id)),
]
