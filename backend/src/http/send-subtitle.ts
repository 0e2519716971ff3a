// Answers a request with subtitles as WebVTT (api-contract 4.4).
import type { Download } from '../features/files/service.ts'
import type { Subtitles } from '../features/subtitles/service.ts'
import { AppError } from '../lib/app-error.ts'
import { goneOf } from './asking.ts'
import { isAnsweredByConditions, validatorsOf } from './conditions.ts'
import { setContentHeaders } from './disposition.ts'
import type { AppContext } from './route.ts'
import type { SentAs } from './send-file.ts'

const TYPE = 'text/vtt; charset=utf-8'

/** The request; `download` is null for a folder. */
export interface AskedSubtitle extends SentAs {
  download: Download | null
}

/**
 * Answers a request with a subtitle file that may be downloaded.
 * @throws AppError `badRequest` for a folder or another kind of file, and as `toWebVtt`
 */
export async function sendSubtitle(
  ctx: AppContext,
  { name, isInline, download }: AskedSubtitle,
  subtitles: Subtitles,
): Promise<void> {
  const ending = subtitles.endingOf(name)
  if (download === null || ending === null) throw new AppError('badRequest', 'this is not a subtitle file')
  const validators = validatorsOf(download.file.stat, ending === '.vtt' ? '' : '-vtt')
  setContentHeaders(ctx, { name, isInline, type: TYPE, ...validators })
  if (isAnsweredByConditions(ctx, validators)) return
  const bytes = await subtitles.toWebVtt({ file: download.file, ending, signal: goneOf(ctx) })
  ctx.body = ctx.method === 'HEAD' ? '' : bytes
  ctx.set('Content-Type', TYPE)
  ctx.set('Content-Length', String(bytes.length))
}
