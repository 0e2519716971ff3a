// /api/calendar
import type { Call } from '../../../contract/calls/call.ts'
import { calendarCalls } from '../../../contract/calls/calendar.ts'
import { answerJson } from '../../http/answers.ts'
import { type Handler, on } from '../../http/on.ts'
import type { Route } from '../../http/route.ts'
import type { Access } from '../access/access.ts'
import type { CalendarLists } from './calendars.ts'
import type { CalendarReading } from './reading.ts'
import type { HouseCalendar } from './service.ts'

export interface CalendarServices {
  calendar: HouseCalendar
  calendarReading: CalendarReading
  calendarLists: CalendarLists
  access: Pick<Access, 'demand'>
}

export const calendarRoutes = (services: CalendarServices): Route[] => [
  ...readingRoutes(services),
  ...eventRoutes(services),
  ...listRoutes(services),
]

const readingRoutes = ({ calendarReading }: CalendarServices): Route[] => [
  on(calendarCalls.window, async (ctx, { query: { from, to } }) =>
    answerJson(ctx, await calendarReading.window(ctx.state.actor, { from: Date.parse(from), to: Date.parse(to) })),
  ),
  on(calendarCalls.event, async (ctx, { params: { id }, query: { at } }) =>
    answerJson(ctx, await calendarReading.event(ctx.state.actor, id, at)),
  ),
  on(calendarCalls.deleted, async (ctx) => answerJson(ctx, { items: await calendarReading.deleted(ctx.state.actor) })),
]

const eventRoutes = ({ calendar, access }: CalendarServices): Route[] => [
  writing(access, calendarCalls.create, async (ctx, { body }) =>
    answerJson(ctx, await calendar.create(ctx.state.actor, await body())),
  ),
  writing(access, calendarCalls.change, async (ctx, { params: { id }, body }) =>
    answerJson(ctx, await calendar.change(ctx.state.actor, id, await body())),
  ),
  writing(access, calendarCalls.remove, async (ctx, { params: { id }, query: { version, scope, at } }) => {
    answerJson(ctx, await calendar.remove(ctx.state.actor, id, { version, scope, at: at ?? null }))
  }),
  writing(access, calendarCalls.undo, async (ctx, { params: { id } }) =>
    answerJson(ctx, await calendar.undo(ctx.state.actor, id)),
  ),
]

const listRoutes = ({ calendarLists, access }: CalendarServices): Route[] => [
  writing(access, calendarCalls.addCalendar, async (ctx, { body }) =>
    answerJson(ctx, await calendarLists.add(ctx.state.actor, await body())),
  ),
  writing(access, calendarCalls.changeCalendar, async (ctx, { params: { id }, body }) =>
    answerJson(ctx, await calendarLists.change(ctx.state.actor, id, await body())),
  ),
  writing(access, calendarCalls.removeCalendar, (ctx, { params: { id } }) => calendarLists.remove(ctx.state.actor, id)),
]

/** A call for those who may write in calendars. That is checked before its body is read. */
const writing = <C extends Call>(access: Pick<Access, 'demand'>, call: C, handler: Handler<C>): Route =>
  on(call, (ctx, asked) => {
    access.demand(ctx.state.actor, 'calendar')
    return handler(ctx, asked)
  })
