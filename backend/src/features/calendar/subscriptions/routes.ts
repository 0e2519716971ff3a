// /api/calendar/subscriptions and /api/calendar/holidays
import { calendarSubscriptionCalls as calls } from '../../../../contract/calls/calendar-subscriptions.ts'
import { answerJson } from '../../../http/answers.ts'
import { on } from '../../../http/on.ts'
import type { AppContext, Route } from '../../../http/route.ts'
import type { Access } from '../../access/access.ts'
import type { Holidays } from '../holidays/service.ts'
import type { HouseSubscriptions } from '../subscribing.ts'

export interface SubscriptionServices {
  calendarSubscriptions: HouseSubscriptions
  holidays: Holidays
  access: Pick<Access, 'demand'>
}

export const subscriptionRoutes = ({ calendarSubscriptions, holidays, access }: SubscriptionServices): Route[] => [
  on(calls.subscriptions, async (ctx) => answerJson(ctx, await calendarSubscriptions.list(ctx.state.actor))),
  on(calls.subscribe, async (ctx, { body }) => {
    access.demand(ctx.state.actor, 'calendar')
    answerJson(ctx, await calendarSubscriptions.add(lookerOf(ctx), await body()))
  }),
  on(calls.changeSubscription, async (ctx, { params: { id }, body }) => {
    access.demand(ctx.state.actor, 'calendar')
    answerJson(ctx, await calendarSubscriptions.change(ctx.state.actor, id, await body()))
  }),
  on(calls.unsubscribe, (ctx, { params: { id } }) => calendarSubscriptions.remove(ctx.state.actor, id)),
  on(calls.fetchSubscription, (ctx, { params: { id } }) => calendarSubscriptions.fetchNow(ctx.state.actor, id)),
  on(calls.holidayPlaces, async (ctx, { query: { country, state } }) =>
    answerJson(ctx, { items: await holidays.places({ country, state }, ctx.state.user.language) }),
  ),
]

const lookerOf = ({ state: { actor, user } }: AppContext) => ({ actor, locale: user.language })
