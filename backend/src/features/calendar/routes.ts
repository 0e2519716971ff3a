// /api/calendar
import { Readable } from 'node:stream'
import type { Call } from '../../../contract/calls/call.ts'
import { calendarCalls } from '../../../contract/calls/calendar.ts'
import { calendarOutsideCalls } from '../../../contract/calls/calendar-outside.ts'
import { CALENDAR_FILE_MAX_BYTES } from '../../../contract/calendar-limits.ts'
import { answerJson } from '../../http/answers.ts'
import { goneOf } from '../../http/asking.ts'
import { bytesBody } from '../../http/bytes-body.ts'
import { isAnsweredByConditions } from '../../http/conditions.ts'
import { ATTACHMENT_POLICY, CONTENT_CACHE, dispositionOf } from '../../http/disposition.ts'
import { type Handler, on } from '../../http/on.ts'
import type { AppContext, Route } from '../../http/route.ts'
import { inTime } from '../../http/slow-body.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Access } from '../access/access.ts'
import type { CalendarLists } from './calendars.ts'
import type { CalendarExports, Exported } from './exporting.ts'
import type { CalendarDevices } from './devices.ts'
import type { CalendarFeeds } from './feeds.ts'
import type { CalendarImports } from './importing.ts'
import type { CalendarReading } from './reading.ts'
import type { HouseCalendar } from './service.ts'

export interface CalendarServices {
  calendar: HouseCalendar
  calendarReading: CalendarReading
  calendarLists: CalendarLists
  calendarImports: CalendarImports
  calendarExports: CalendarExports
  calendarFeeds: CalendarFeeds
  calendarDevices: CalendarDevices
  access: Pick<Access, 'demand'>
}

export const calendarRoutes = (services: CalendarServices): Route[] => [
  ...readingRoutes(services),
  ...eventRoutes(services),
  ...listRoutes(services),
  ...fileRoutes(services),
  ...feedRoutes(services),
  ...deviceRoutes(services),
]

const readingRoutes = ({ calendarReading }: CalendarServices): Route[] => [
  on(calendarCalls.window, async (ctx, { query: { from, to } }) => {
    const { actor, user } = ctx.state
    const window = { from: Date.parse(from), to: Date.parse(to) }
    answerJson(ctx, await calendarReading.window(actor, window, user.language))
  }),
  on(calendarCalls.event, async (ctx, { params: { id }, query: { at = null } }) => {
    const { actor, user } = ctx.state
    answerJson(ctx, await calendarReading.event({ actor, locale: user.language }, id, at))
  }),
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

const fileRoutes = ({ calendarImports, calendarExports, access }: CalendarServices): Route[] => [
  writing(access, calendarOutsideCalls.importFile, async (ctx, { query: { calendar, zone, apply } }) => {
    if (calendar === undefined) throw new AppError('badRequest', 'missing value: calendar')
    const bytes = await inTime(ctx, () => bytesBody(ctx.req, CALENDAR_FILE_MAX_BYTES))
    const wish = { calendar, zone: zone ?? 'UTC', apply, bytes, signal: goneOf(ctx) }
    answerJson(ctx, await calendarImports.run(ctx.state.actor, wish))
  }),
  on(calendarOutsideCalls.exportFile, async (ctx, { query: { calendar } }) => {
    const { actor, user } = ctx.state
    sendCalendar(ctx, await calendarExports.file(actor, calendar, user.language))
  }),
]

const feedRoutes = ({ calendarFeeds }: CalendarServices): Route[] => [
  on(calendarOutsideCalls.feedState, async (ctx) =>
    answerJson(ctx, { feed: await calendarFeeds.state(ctx.state.actor) }),
  ),
  on(calendarOutsideCalls.makeFeed, async (ctx, { body }) =>
    answerJson(ctx, await calendarFeeds.make(ctx.state.actor, (await body()).scope)),
  ),
  on(calendarOutsideCalls.endFeed, (ctx) => calendarFeeds.end(ctx.state.actor)),
  ...[calendarOutsideCalls.feed, calendarOutsideCalls.feedHead].map((call) =>
    on(call, async (ctx, { params: { file } }) => {
      const { etag, open } = await calendarFeeds.find(file, ctx.state.address)
      ctx.set({ ETag: etag, 'Cache-Control': CONTENT_CACHE })
      if (!isAnsweredByConditions(ctx, { etag })) sendCalendar(ctx, await open())
    }),
  ),
]

const deviceRoutes = ({ calendarDevices }: CalendarServices): Route[] => [
  on(calendarOutsideCalls.devices, async (ctx) =>
    answerJson(ctx, { items: await calendarDevices.list(ctx.state.actor) }),
  ),
  on(calendarOutsideCalls.makeDevice, async (ctx, { body }) =>
    answerJson(ctx, await calendarDevices.make(ctx.state.actor, (await body()).name)),
  ),
  on(calendarOutsideCalls.endDevice, (ctx, { params: { id } }) => calendarDevices.end(ctx.state.actor, id)),
]

function sendCalendar(ctx: AppContext, { name, pieces }: Exported): void {
  ctx.set('Content-Disposition', dispositionOf(`${name}.ics`, false))
  ctx.append('Content-Security-Policy', ATTACHMENT_POLICY)
  ctx.type = 'text/calendar; charset=utf-8'
  ctx.body = ctx.method === 'HEAD' ? '' : Readable.from(pieces)
}

/** A call for those who may write in calendars. That is checked before its body is read. */
const writing = <C extends Call>(access: Pick<Access, 'demand'>, call: C, handler: Handler<C>): Route =>
  on(call, (ctx, asked) => {
    access.demand(ctx.state.actor, 'calendar')
    return handler(ctx, asked)
  })
