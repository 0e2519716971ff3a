// /api/{system}/roms and /api/roms.
import { arcadeCalls } from '../../../contract/calls/arcade.ts'
import { ROM_SYSTEMS } from '../../../contract/rom-systems.ts'
import { answerJson } from '../../http/answers.ts'
import { goneOf } from '../../http/asking.ts'
import { on } from '../../http/on.ts'
import type { Route } from '../../http/route.ts'
import { sendFile } from '../../http/send-file.ts'
import { nameOf } from '../../storage/paths.ts'
import type { Arcade } from './service.ts'

export function arcadeRoutes({ arcade }: { arcade: Arcade }): Route[] {
  return [
    ...ROM_SYSTEMS.map((system) =>
      on(arcadeCalls[system], async (ctx) => {
        const { roms, unread } = await arcade.list(ctx.state.actor, system)
        if (unread > 0) ctx.set('X-Unread', String(unread))
        answerJson(ctx, roms)
      }),
    ),
    ...[arcadeCalls.content, arcadeCalls.contentHead].map((call) =>
      on(
        call,
        async (ctx, { path }) => {
          const download = await arcade.open(ctx.state.actor, path, goneOf(ctx))
          sendFile(ctx, { name: nameOf(path), isInline: false }, download)
        },
        { content: 'people' },
      ),
    ),
  ]
}
