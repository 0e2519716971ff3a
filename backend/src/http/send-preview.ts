// Answers a request with the preview of a file (api-contract 4.3).
import type { QueryOf } from '../../contract/calls/call.ts'
import type { contentCalls } from '../../contract/calls/content.ts'
import {
  PREVIEW_SIZES,
  PREVIEW_WIDTHS,
  type PreviewSize,
  type PreviewWidth,
  THUMB_WIDTH_MAX,
} from '../../contract/previews.ts'
import type { Download } from '../features/files/service.ts'
import type { PreviewQuery, Previews } from '../features/previews/service.ts'
import { AppError } from '../lib/app-error.ts'
import type { FileStat } from '../storage/types.ts'
import { goneOf } from './asking.ts'
import { isAnsweredByConditions, type Validators, validatorsOf } from './conditions.ts'
import { setContentHeaders } from './disposition.ts'
import type { AppContext } from './route.ts'
import type { SentAs } from './send-file.ts'

type PictureQuery = Pick<QueryOf<typeof contentCalls.preview>, 'inline' | 'render' | 'fit' | 'width'>

/** The preview that a request asks for. @throws AppError `badRequest` for a size or width that there is not */
export function previewAsked(asked: string, { render, fit, width }: PictureQuery): PreviewQuery {
  const size: PreviewSize | undefined = PREVIEW_SIZES.find((known) => known === asked)
  if (size === undefined) throw new AppError('badRequest', 'the size of a preview must be thumb or big')
  return { size, isRendered: render, isInside: fit === 'inside', width: render ? widthAsked(size, width) : undefined }
}

function widthAsked(size: PreviewSize, asked: string | undefined): PreviewWidth | undefined {
  if (asked === undefined) return undefined
  const most = size === 'thumb' ? THUMB_WIDTH_MAX : Infinity
  const width = PREVIEW_WIDTHS.find((known) => String(known) === asked && known <= most)
  if (width === undefined) throw new AppError('badRequest', 'there is no preview of this width')
  return width
}

/** The validators of a preview: its form tells it from others that are made of the same file. */
export function previewValidators(
  stat: FileStat,
  { size, isRendered, isInside, width }: PreviewQuery,
): Required<Validators> {
  return validatorsOf(stat, `-${size}${isRendered ? '-r' : ''}${isInside ? '-i' : ''}${width ? `-${width}` : ''}`)
}

/** A file that may be downloaded, and how its picture is to be. */
export interface AskedPicture extends SentAs {
  download: Download
  form: PreviewQuery
}

/**
 * Answers a request with the preview of a file that may be downloaded. False where the file itself is to be sent in its
 * place: then nothing is answered yet.
 * @throws AppError as `make` of the previews, and `preconditionFailed`
 */
export async function sendPreview(
  ctx: AppContext,
  { name, isInline, download, form }: AskedPicture,
  previews: Pick<Previews, 'make'>,
): Promise<boolean> {
  const drawn = await previews.make(download, form, goneOf(ctx))
  if (drawn === null) return false
  const validators = previewValidators(download.file.stat, form)
  setContentHeaders(ctx, { name, isInline, type: drawn.type, ...validators })
  if (isAnsweredByConditions(ctx, validators)) return true
  ctx.body = ctx.method === 'HEAD' ? '' : drawn.bytes
  ctx.set('Content-Type', drawn.type)
  ctx.set('Content-Length', String(drawn.bytes.length))
  return true
}
