// /api/events: the socket of an open page (api-contract 15).
import { sinceText } from '../../../contract/events.ts'
import { RENEW_HEADER } from '../../../contract/headers.ts'
import { parseWith } from '../../http/answers.ts'
import type { Route } from '../../http/route.ts'
import { queryOf } from '../../http/url-path.ts'
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
    {
      method: 'GET',
      path: '/api/events',
      policy: 'person',
      queryToken: true,
      handler: (ctx) => {
        const since = parseWith(sinceText.optional(), queryOf(ctx).since)
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
      },
    },
  ]
}
