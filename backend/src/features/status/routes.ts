// GET /api/status: what works, in codes that the page translates.
import { serverCalls } from '../../../contract/calls/server.ts'
import { answerJson } from '../../http/answers.ts'
import { on } from '../../http/on.ts'
import type { Route } from '../../http/route.ts'
import type { StatusService } from './service.ts'

export function statusRoutes({ status }: { status: StatusService }): Route[] {
  return [on(serverCalls.status, async (ctx) => answerJson(ctx, await status.look(ctx.state.user)))]
}
