// GET and HEAD `/api/subtitle{path}` (api-contract 4.4).
import { contentCalls } from '../../../contract/calls/content.ts'
import type { Asked } from '../../http/asked.ts'
import { goneOf } from '../../http/asking.ts'
import { isAnsweredByConditions, validatorsOf } from '../../http/conditions.ts'
import { setContentHeaders } from '../../http/disposition.ts'
import { on } from '../../http/on.ts'
import type { AppContext, Route } from '../../http/route.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Children } from '../../lib/child/index.ts'
import { nameOf } from '../../storage/paths.ts'
import type { Files } from '../files/service.ts'
import { subtitleEndingOf, toWebVtt } from './service.ts'

const TYPE = 'text/vtt; charset=utf-8'

export interface SubtitlesRoutesOptions {
  files: Pick<Files, 'open'>
  /** The child processes that read them. */
  children: Pick<Children, 'looks'>
}

export function subtitlesRoutes(options: SubtitlesRoutesOptions): Route[] {
  return [contentCalls.subtitle, contentCalls.subtitleHead].map((call) =>
    on(call, (ctx, asked) => answerSubtitle(ctx, asked, options), { content: 'people' }),
  )
}

async function answerSubtitle(
  ctx: AppContext,
  asked: Asked<typeof contentCalls.subtitle>,
  { files, children }: SubtitlesRoutesOptions,
): Promise<void> {
  const { path } = asked
  const download = await files.open(ctx.state.actor, path)
  const name = nameOf(path)
  const ending = subtitleEndingOf(name)
  if (download === null || ending === null) throw new AppError('badRequest', 'this is not a subtitle file')
  const validators = validatorsOf(download.file.stat, ending === '.vtt' ? '' : '-vtt')
  setContentHeaders(ctx, { name, isInline: asked.query.inline, type: TYPE, ...validators })
  if (isAnsweredByConditions(ctx, validators)) return
  const bytes = await toWebVtt({ file: download.file, ending, signal: goneOf(ctx) }, children.looks)
  ctx.body = ctx.method === 'HEAD' ? '' : bytes
  ctx.set('Content-Type', TYPE)
  ctx.set('Content-Length', String(bytes.length))
}
