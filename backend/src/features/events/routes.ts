// /api/events: the socket of an open page, and what pages tell each other through it.
import { liveCalls } from '../../../contract/calls/live.ts'
import { RENEW_HEADER } from '../../../contract/headers.ts'
import { on } from '../../http/on.ts'
import type { Route } from '../../http/route.ts'
import type { WebSockets } from '../../http/web-sockets.ts'
import { deviceOf } from '../../lib/device.ts'
import type { Events } from './service.ts'
import type { UploadReports } from './upload-reports.ts'

export function eventsRoutes({
  events,
  uploadReports,
  webSockets,
}: {
  events: Events
  uploadReports: Pick<UploadReports, 'put' | 'remove'>
  webSockets: Pick<WebSockets, 'accept'>
}): Route[] {
  return [
    on(liveCalls.events, (ctx, { query: { since } }) => {
      const { user, sessionId } = ctx.state
      events.checkRoom(user.id)
      const hasOldToken = ctx.response.get(RENEW_HEADER) === 'true'
      events.open(webSockets.accept(ctx), {
        userId: user.id,
        sessionId,
        since,
        hasOldToken,
        recordChanged: user.changed.getTime(),
      })
    }),
    on(liveCalls.reportUploads, async (ctx, { body }) => {
      const { page, report } = await body()
      const { user } = ctx.state
      if (report === null) await uploadReports.remove(user.id, page)
      else await uploadReports.put({ userId: user.id, page, device: deviceOf(ctx.get('User-Agent')), report })
      ctx.status = 204
    }),
  ]
}
