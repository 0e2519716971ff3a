// Serves the branding files: `GET {base}/static/custom.css` and `img/…`.
import type { Middleware } from 'koa'
import { BRAND_PARTS } from '../../../contract/branding.ts'
import { isAnsweredByConditions } from '../../http/conditions.ts'
import { BRAND_PATHS, type Branding } from './service.ts'

const YEAR_SECONDS = 31_536_000

/** Answers existing branding files and passes on other requests to the static files. */
export function serveBranding(branding: Pick<Branding, 'open'>): Middleware {
  const parts = new Map(BRAND_PARTS.map((part) => [BRAND_PATHS[part], part]))

  return async function answerBrandFile(ctx, next) {
    const part = ctx.method === 'GET' || ctx.method === 'HEAD' ? parts.get(ctx.path) : undefined
    const file = part && (await branding.open(part))
    if (!part || !file) return next()
    ctx.state.route = BRAND_PATHS[part]
    ctx.status = 200
    ctx.set('Content-Type', file.type === 'text/css' ? 'text/css; charset=utf-8' : file.type)
    // An SVG that is opened directly is a document: this one has no scripts and no origin, and loads nothing.
    ctx.set(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox",
    )
    ctx.set('Cache-Control', ctx.query['v'] === file.id ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
    const etag = `"${file.id}"`
    ctx.set('ETag', etag)
    ctx.length = file.body.length
    if (!isAnsweredByConditions(ctx, { etag })) ctx.body = file.body
  }
}
