// /api/{system}/roms and /api/roms.
import { arcadeCalls } from '../../../contract/calls/arcade.ts'
import { ROM_SYSTEMS } from '../../../contract/rom-systems.ts'
import { answerJson } from '../../http/answers.ts'
import { goneOf } from '../../http/asking.ts'
import { KeptAnswers } from '../../http/kept-answers.ts'
import { on } from '../../http/on.ts'
import type { AppContext, Route } from '../../http/route.ts'
import { sendFile } from '../../http/send-file.ts'
import { AppError } from '../../lib/app-error.ts'
import { nameOf } from '../../storage/paths.ts'
import { playTimeOf } from './hours.ts'
import { KEPT_LIST_BYTES, type ListVersion, tellGames } from './lists.ts'
import type { Arcade } from './service.ts'

export interface ArcadeRoutesOptions {
  arcade: Arcade
  /** Milliseconds since 1970. */
  now(): number
}

export function arcadeRoutes({ arcade, now }: ArcadeRoutesOptions): Route[] {
  const kept = new KeptAnswers<ListVersion>(KEPT_LIST_BYTES)
  const timeFor = (ctx: AppContext) => playTimeOf(ctx.state.user.playHours, now())
  const checkOpen = (ctx: AppContext) => {
    if (!timeFor(ctx).isOpen) throw new AppError('forbidden', 'this person may not play at this hour')
  }
  return [
    on(arcadeCalls.time, (ctx) => answerJson(ctx, timeFor(ctx))),
    ...ROM_SYSTEMS.map((system) =>
      on(arcadeCalls[system], async (ctx) => {
        checkOpen(ctx)
        await tellGames(ctx, system, { arcade, kept })
      }),
    ),
    ...[arcadeCalls.content, arcadeCalls.contentHead].map((call) =>
      on(
        call,
        async (ctx, { path }) => {
          checkOpen(ctx)
          const download = await arcade.open(ctx.state.actor, path, goneOf(ctx))
          sendFile(ctx, { name: nameOf(path), isInline: false }, download)
        },
        { content: 'people' },
      ),
    ),
  ]
}
