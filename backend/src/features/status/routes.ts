// GET /api/status: what works, in codes that the page puts in words (api-contract 15).
import { answerJson } from '../../http/answers.ts'
import type { Route } from '../../http/route.ts'
import type { StatusService } from './service.ts'

export function statusRoutes({ status }: { status: StatusService }): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/status',
      policy: 'person',
      handler: async (ctx) => answerJson(ctx, await status.look(ctx.state.user)),
    },
  ]
}
