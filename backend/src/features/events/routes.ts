// /api/events: the WebSocket of an open page, and the reports that pages send each other through it.
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
  uploadReports: Pick<UploadReports, 'put'>
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
      const told = await body()
      await uploadReports.put({ ...told, userId: ctx.state.user.id, device: deviceOf(ctx.get('User-Agent')) })
    }),
  ]
}
