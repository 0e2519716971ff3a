// GET and HEAD `/api/subtitle{path}` (api-contract 4.4).
import { contentCalls } from '../../../contract/calls/content.ts'
import { on } from '../../http/on.ts'
import type { Route } from '../../http/route.ts'
import { sendSubtitle } from '../../http/send-subtitle.ts'
import { nameOf } from '../../storage/paths.ts'
import type { Files } from '../files/service.ts'
import type { Subtitles } from './service.ts'

export interface SubtitlesRoutesOptions {
  files: Pick<Files, 'open'>
  subtitles: Subtitles
}

export function subtitlesRoutes({ files, subtitles }: SubtitlesRoutesOptions): Route[] {
  return [contentCalls.subtitle, contentCalls.subtitleHead].map((call) =>
    on(
      call,
      async (ctx, { path, query }) => {
        const download = await files.open(ctx.state.actor, path)
        await sendSubtitle(ctx, { name: nameOf(path), isInline: query.inline, download }, subtitles)
      },
      { content: 'people' },
    ),
  )
}
