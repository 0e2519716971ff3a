// GET and HEAD `/api/preview/{size}{path}` (api-contract 4.3).
import { PREVIEW_SIZES, type PreviewSize } from '../../../contract/previews.ts'
import { isAnsweredByConditions, isAnsweredUnseen, validatorsOf } from '../../http/conditions.ts'
import { setContentHeaders } from '../../http/disposition.ts'
import type { AppContext, Route } from '../../http/route.ts'
import { queryOf, splitFirst } from '../../http/url-path.ts'
import { AppError } from '../../lib/app-error.ts'
import { nameOf, parseUrlPath, type UserPath } from '../../storage/paths.ts'
import type { Download, Files } from '../files/service.ts'
import type { PreviewQuery, Previews } from './service.ts'

const PREVIEW = '/api/preview/'

export interface PreviewsRoutesOptions {
  previews: Previews
  files: Pick<Files, 'open' | 'recall'>
  /** Answers with the file itself, as a download of it would. */
  sendFile(ctx: AppContext, name: string, download: Download): void | Promise<void>
}

export function previewsRoutes(options: PreviewsRoutesOptions): Route[] {
  const handler = (ctx: AppContext) => answerPreview(ctx, options)
  return (['GET', 'HEAD'] as const).map((method) => ({
    method,
    path: `${PREVIEW}:size{/*path}`,
    policy: 'person',
    queryToken: true,
    content: 'people',
    handler,
  }))
}

async function answerPreview(ctx: AppContext, { previews, files, sendFile }: PreviewsRoutesOptions): Promise<void> {
  const { first: asked, rest } = splitFirst(ctx, PREVIEW)
  const size = PREVIEW_SIZES.find((known) => known === asked)
  if (size === undefined) throw new AppError('badRequest', 'a preview is a thumb or big')
  const path = parseUrlPath(rest)
  if (await isKnownUnseen(ctx, path, { files, size })) return
  const download = await files.open(ctx.state.actor, path)
  if (download === null) throw new AppError('notImplemented', 'folders have no preview')
  await sendPreview(ctx, { name: nameOf(path), size, download }, { previews, sendFile })
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
  path: UserPath,
  { files, size }: { files: Pick<Files, 'recall'>; size: PreviewSize },
): Promise<boolean> {
  if (ctx.get('If-None-Match') === '') return false
  const stat = await files.recall(ctx.state.actor, path)
  return stat !== null && isAnsweredUnseen(ctx, validatorsOf(stat, formOf(readQuery(ctx, size))))
}

/** Answers a request with the preview of a file that may be downloaded, or with the file itself. */
export async function sendPreview(
  ctx: AppContext,
  { name, size, download }: { name: string; size: PreviewSize; download: Download },
  { previews, sendFile }: Omit<PreviewsRoutesOptions, 'files'>,
): Promise<void> {
  const query = readQuery(ctx, size)
  const gone = new AbortController()
  ctx.res.once('close', () => gone.abort())
  const drawn = await previews.make(download, query, gone.signal)
  if (drawn === null) return sendFile(ctx, name, download)
  const validators = validatorsOf(download.file.stat, formOf(query))
  setContentHeaders(ctx, { name, isInline: queryOf(ctx).inline === 'true', type: drawn.type, ...validators })
  if (isAnsweredByConditions(ctx, validators)) return
  ctx.body = ctx.method === 'HEAD' ? '' : drawn.bytes
  ctx.set('Content-Type', drawn.type)
  ctx.set('Content-Length', String(drawn.bytes.length))
}

function readQuery(ctx: AppContext, size: PreviewSize): PreviewQuery {
  const { render, fit } = queryOf(ctx)
  return { size, isRendered: render === 'true', isInside: fit === 'inside' }
}
