// What pages may do with the content of files: display it, never run it. The types and policies for that are in
// disposition.ts.
import type { Context } from 'koa'
import { AppError } from '../lib/app-error.ts'

/**
 * Whose content a route answers: people's, which only pages of this site may embed, or a link's, which any page may.
 */
export type ContentOf = 'people' | 'links'

/**
 * What a browser fetches to run it or to style a page with it (Fetch Metadata, section 2.1; Fetch Standard,
 * "script-like").
 */
const RUN = new Set([
  'script',
  'style',
  'worker',
  'sharedworker',
  'serviceworker',
  'audioworklet',
  'paintworklet',
  'json',
  'xslt',
])

/**
 * Prepares an answer with the content of files.
 * @throws AppError `forbidden` if a browser says that it would run the content
 */
export function guardContent(ctx: Pick<Context, 'get' | 'set'>, content: ContentOf): void {
  // Service Workers, section "Service-Worker": browsers send this header when they fetch a worker's script, even
  // without Sec-Fetch-Dest.
  if (RUN.has(ctx.get('Sec-Fetch-Dest').toLowerCase()) || ctx.get('Service-Worker') !== '')
    throw new AppError('forbidden', 'files are never served to be run')
  if (content === 'people') ctx.set('Cross-Origin-Resource-Policy', 'same-origin')
}
