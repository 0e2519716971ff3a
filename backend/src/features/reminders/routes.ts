// /api/reminders
import { remindersCalls } from '../../../contract/calls/reminders.ts'
import { answerJson } from '../../http/answers.ts'
import { on } from '../../http/on.ts'
import type { Route } from '../../http/route.ts'
import type { HouseReminders } from './service.ts'

export const remindersRoutes = ({ reminders }: { reminders: HouseReminders }): Route[] => [
  on(remindersCalls.list, async (ctx) => answerJson(ctx, await reminders.list(ctx.state.actor))),
  on(remindersCalls.answer, async (ctx, { body }) => reminders.answer(ctx.state.actor, await body())),
  on(remindersCalls.setOwn, async (ctx, { params: { id }, body }) =>
    reminders.setOwn(ctx.state.actor, id, (await body()).reminders),
  ),
]
