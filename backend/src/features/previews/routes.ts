// GET and HEAD `/api/preview/{size}{path}` (api-contract 4.3).
import type { QueryOf } from '../../../contract/calls/call.ts'
import { contentCalls } from '../../../contract/calls/content.ts'
import { PREVIEW_SIZES, type PreviewSize } from '../../../contract/previews.ts'
import type { Asked } from '../../http/asked.ts'
import { isAnsweredByConditions, isAnsweredUnseen, validatorsOf } from '../../http/conditions.ts'
import { setContentHeaders } from '../../http/disposition.ts'
import { on } from '../../http/on.ts'
import type { AppContext, Route } from '../../http/route.ts'
import { AppError } from '../../lib/app-error.ts'
import { nameOf } from '../../storage/paths.ts'
import type { Download, Files } from '../files/service.ts'
import type { PreviewQuery, Previews } from './service.ts'

export interface PreviewsRoutesOptions {
  previews: Previews
  files: Pick<Files, 'open' | 'recall'>
  /** Answers with the file itself, as a download of it would. */
  sendFile(ctx: AppContext, shown: { name: string; isInline: boolean }, download: Download): void | Promise<void>
}

export function previewsRoutes(options: PreviewsRoutesOptions): Route[] {
  return [contentCalls.preview, contentCalls.previewHead].map((call) =>
    on(call, (ctx, asked) => answerPreview(ctx, asked, options), { content: 'people' }),
  )
}

async function answerPreview(
  ctx: AppContext,
  asked: Asked<typeof contentCalls.preview>,
  { previews, files, sendFile }: PreviewsRoutesOptions,
): Promise<void> {
  const size = PREVIEW_SIZES.find((known) => known === asked.params.size)
  if (size === undefined) throw new AppError('badRequest', 'the size of a preview must be thumb or big')
  const { path } = asked
  if (await isKnownUnseen(ctx, asked, { files, size })) return
  const download = await files.open(ctx.state.actor, path)
  if (download === null) throw new AppError('notImplemented', 'folders have no preview')
  await sendPreview(ctx, { name: nameOf(path), size, download, query: asked.query }, { previews, sendFile })
}

/** What tells the picture from others that are made of the same file. */
const formOf = ({ size, isRendered, isInside }: PreviewQuery): string =>
  `-${size}${isRendered ? '-r' : ''}${isInside ? '-i' : ''}`

/**
 * Whether a client that has just this picture was told so: a folder of thumbnails that was seen before costs the
 * storage nothing.
 */
async function isKnownUnseen(
  ctx: AppContext,
  asked: Asked<typeof contentCalls.preview>,
  { files, size }: { files: Pick<Files, 'recall'>; size: PreviewSize },
): Promise<boolean> {
  if (ctx.get('If-None-Match') === '') return false
  const stat = await files.recall(ctx.state.actor, asked.path)
  return stat !== null && isAnsweredUnseen(ctx, validatorsOf(stat, formOf(formAsked(size, asked.query))))
}

type PictureQuery = Pick<QueryOf<typeof contentCalls.preview>, 'inline' | 'render' | 'fit'>

/** A file that may be downloaded, and how its picture is to be. */
export interface AskedPicture {
  name: string
  size: PreviewSize
  download: Download
  query: PictureQuery
}

/** Answers a request with the preview of a file that may be downloaded, or with the file itself. */
export async function sendPreview(
  ctx: AppContext,
  { name, size, download, query }: AskedPicture,
  { previews, sendFile }: Omit<PreviewsRoutesOptions, 'files'>,
): Promise<void> {
  const form = formAsked(size, query)
  const isInline = query.inline
  const gone = new AbortController()
  ctx.res.once('close', () => gone.abort())
  const drawn = await previews.make(download, form, gone.signal)
  if (drawn === null) return sendFile(ctx, { name, isInline }, download)
  const validators = validatorsOf(download.file.stat, formOf(form))
  setContentHeaders(ctx, { name, isInline, type: drawn.type, ...validators })
  if (isAnsweredByConditions(ctx, validators)) return
  ctx.body = ctx.method === 'HEAD' ? '' : drawn.bytes
  ctx.set('Content-Type', drawn.type)
  ctx.set('Content-Length', String(drawn.bytes.length))
}

const formAsked = (size: PreviewSize, { render, fit }: PictureQuery): PreviewQuery => ({
  size,
  isRendered: render,
  isInside: fit === 'inside',
})
