// What pages may make of the content of files: show it, and never run it. The types and policies that go with it are in
// disposition.ts.
import type { Context } from 'koa'
import { AppError } from '../lib/app-error.ts'

/**
 * Whose content a route answers: that of people, which only pages of this site may embed, or what a link gives to
 * whoever has it, which any page may.
 */
export type ContentOf = 'people' | 'links'

/**
 * What a browser fetches to run it, or to have it rule over a page (Fetch Metadata, section 2.1; Fetch Standard,
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
 * Prepares an answer with content of files.
 * @throws AppError `forbidden` where a browser says that it is to be run
 */
export function guardContent(ctx: Pick<Context, 'get' | 'set'>, content: ContentOf): void {
  // Service Workers, section "Service-Worker": the header goes with the fetch of a worker's script, also where no
  // Sec-Fetch-Dest does.
  if (RUN.has(ctx.get('Sec-Fetch-Dest').toLowerCase()) || ctx.get('Service-Worker') !== '')
    throw new AppError('forbidden', 'files are never served to be run')
  if (content === 'people') ctx.set('Cross-Origin-Resource-Policy', 'same-origin')
}
