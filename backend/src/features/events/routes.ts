// /api/events: the socket of an open page.
import { liveCalls } from '../../../contract/calls/live.ts'
import { RENEW_HEADER } from '../../../contract/headers.ts'
import { on } from '../../http/on.ts'
import type { Route } from '../../http/route.ts'
import type { WebSockets } from '../../http/web-sockets.ts'
import type { Events } from './service.ts'

export function eventsRoutes({
  events,
  webSockets,
}: {
  events: Events
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
  ]
}
