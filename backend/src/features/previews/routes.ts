// GET and HEAD `/api/preview/{size}{path}` (api-contract 4.3).
import { contentCalls } from '../../../contract/calls/content.ts'
import type { Asked } from '../../http/asked.ts'
import { isAnsweredUnseen } from '../../http/conditions.ts'
import { on } from '../../http/on.ts'
import type { AppContext, Route } from '../../http/route.ts'
import { sendFile } from '../../http/send-file.ts'
import { previewAsked, previewValidators, sendPreview } from '../../http/send-preview.ts'
import { AppError } from '../../lib/app-error.ts'
import { nameOf } from '../../storage/paths.ts'
import type { Files } from '../files/service.ts'
import type { PreviewQuery, Previews } from './service.ts'

export interface PreviewsRoutesOptions {
  previews: Pick<Previews, 'make'>
  files: Pick<Files, 'open' | 'recall'>
}

export function previewsRoutes(options: PreviewsRoutesOptions): Route[] {
  return [contentCalls.preview, contentCalls.previewHead].map((call) =>
    on(call, (ctx, asked) => answerPreview(ctx, asked, options), { content: 'people' }),
  )
}

type AskedPreview = Asked<typeof contentCalls.preview>

async function answerPreview(
  ctx: AppContext,
  asked: AskedPreview,
  { previews, files }: PreviewsRoutesOptions,
): Promise<void> {
  const form = previewAsked(asked.params.size, asked.query)
  const { path } = asked
  if (await isKnownUnseen(ctx, path, { files, form })) return
  // A preview that is kept needs no byte of the file.
  const download = await files.open(ctx.state.actor, path, { asKnown: true })
  if (download === null) throw new AppError('notImplemented', 'folders have no preview')
  const sentAs = { name: nameOf(path), isInline: asked.query.inline }
  if (!(await sendPreview(ctx, { ...sentAs, download, form }, previews))) sendFile(ctx, sentAs, download)
}

/**
 * Answers a client that already has this preview, so that a known folder of thumbnails costs the storage nothing.
 */
async function isKnownUnseen(
  ctx: AppContext,
  path: AskedPreview['path'],
  { files, form }: { files: Pick<Files, 'recall'>; form: PreviewQuery },
): Promise<boolean> {
  if (ctx.get('If-None-Match') === '') return false
  const stat = await files.recall(ctx.state.actor, path)
  return stat !== null && isAnsweredUnseen(ctx, previewValidators(stat, form))
}
