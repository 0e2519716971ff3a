// GET /api/activity.
import { activityCalls } from '../../../contract/calls/activity.ts'
import { answerJson } from '../../http/answers.ts'
import { on } from '../../http/on.ts'
import type { Route } from '../../http/route.ts'
import type { Activities } from './service.ts'

export const activityRoutes = ({ activities }: { activities: Pick<Activities, 'list'> }): Route[] => [
  on(activityCalls.list, async (ctx, { query }) => answerJson(ctx, await activities.list(ctx.state.actor, query))),
]
