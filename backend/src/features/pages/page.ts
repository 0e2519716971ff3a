// The application's page: one document for every address, with the settings that the page is told (api-contract 13).
import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Context, Middleware } from 'koa'
import type { PublicSettings } from '../../../contract/settings.ts'
import { NO_STORE } from '../../http/headers.ts'

export interface PageOptions {
  /** Folder of the built page. */
  dir: string
  base: string
  settings(): Promise<PublicSettings>
}

/** Every GET or HEAD that is nothing else answers the page; other methods are not found. */
export function servePage({ dir, base, settings }: PageOptions): Middleware {
  const document = createDocument(path.join(dir, 'index.html'))

  return async function answerPage(ctx, next) {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
    ctx.state.route = 'page'
    setPageHeaders(ctx)
    const html = await document.read()
    if (html === null) {
      ctx.status = 404
      ctx.set('Content-Type', 'text/plain; charset=utf-8')
      ctx.body = '404 Not Found (the page is not built)\n'
      return
    }
    const nonce = randomBytes(16).toString('base64')
    const told = await settings()
    ctx.set('Content-Security-Policy', pagePolicy(nonce, told))
    ctx.set('Content-Type', 'text/html; charset=utf-8')
    ctx.status = 200
    ctx.body = fill(html, { base, nonce, told })
  }
}

function setPageHeaders(ctx: Context): void {
  ctx.set('Cache-Control', NO_STORE)
  ctx.set('X-XSS-Protection', '1; mode=block')
  // No window of another origin's keeps a hold on ours.
  ctx.set('Cross-Origin-Opener-Policy', 'same-origin')
}

/** Scripts of our own alone; styles set by scripts are inline ones. A captcha brings its own scripts and frame. */
function pagePolicy(nonce: string, { ReCaptchaHost }: PublicSettings): string {
  const captcha = ReCaptchaHost === undefined ? '' : ` ${new URL(ReCaptchaHost).origin} https://www.gstatic.com`
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${captcha}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    `frame-src 'self' blob:${captcha}`,
    "object-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')
}

/**
 * Puts in the base, the nonce, the settings and the household's own name, icon and style sheet. Texts in a script must
 * not be able to end it, nor a placeholder in one be filled.
 */
export function fill(
  html: string,
  { base, nonce, told }: { base: string; nonce: string; told: PublicSettings },
): string {
  const json = JSON.stringify(told)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  const script = `<script nonce="${nonce}">window.Nido = ${json}</script>`
  const filled = html.replaceAll('__BASE__', base).replaceAll('__NONCE__', nonce)
  return (
    filled
      .replace(/<title>[^<]*<\/title>/i, (title) => (told.Name ? `<title>${escapeText(told.Name)}</title>` : title))
      .replace(/<link\s[^>]*rel="icon"[^>]*>/i, (link) =>
        told.IconURL ? `<link rel="icon" href="${escapeText(told.IconURL)}" />` : link,
      )
      // Behind the page's own, so that it wins where both say something.
      .replace(/<\/head>/i, (end) =>
        told.StyleURL ? `<link rel="stylesheet" href="${escapeText(told.StyleURL)}" />${end}` : end,
      )
      .replace(/<head[^>]*>/i, (head) => `${head}\n    ${script}`)
  )
}

/** A text in HTML, also between quotes. */
const escapeText = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The document as it lies on the disk now: it is built anew while the server runs. */
function createDocument(file: string) {
  let known: { changed: number; html: string } | undefined
  return {
    read: async (): Promise<string | null> => {
      try {
        const changed = (await stat(file)).mtimeMs
        if (known?.changed !== changed) known = { changed, html: await readFile(file, 'utf8') }
        return known.html
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
  }
}
