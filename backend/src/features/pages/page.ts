// The page: one HTML document for every address, with the settings that the page needs.
import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Context, Middleware } from 'koa'
import { chooseLocale, type Locale } from '../../../contract/locales.ts'
import type { PublicSettings } from '../../../contract/settings.ts'
import { EMULATOR_PATH } from '../../../contract/rom-systems.ts'
import { NO_STORE } from '../../http/headers.ts'
import { languagesOf } from '../../http/languages.ts'
import { spokenWords, tagOfLocale } from '../../lib/spoken-words.ts'
import type { Branding } from '../branding/service.ts'

export interface PageOptions {
  /** Folder of the built page. */
  dir: string
  base: string
  settings(): Promise<PublicSettings>
  branding: Pick<Branding, 'get'>
}

/** Answers every other GET or HEAD with the page; other methods get 404. */
export function servePage({ dir, base, settings, branding }: PageOptions): Middleware {
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
    const [told, { icon }] = await Promise.all([settings(), branding.get()])
    ctx.set('Content-Security-Policy', ctx.path === EMULATOR_PATH ? emulatorPolicy(nonce) : pagePolicy(nonce, told))
    ctx.set('Content-Type', 'text/html; charset=utf-8')
    ctx.status = 200
    const language = chooseLocale(languagesOf(ctx))
    ctx.body = fill(html, { base, nonce, told, language, hasPicture: icon?.type === 'image/png' })
  }
}

function setPageHeaders(ctx: Context): void {
  ctx.set('Cache-Control', NO_STORE)
  ctx.set('X-XSS-Protection', '1; mode=block')
  // Windows of other origins must not keep a reference to ours.
  ctx.set('Cross-Origin-Opener-Policy', 'same-origin')
}

/**
 * Only our own scripts; scripts may set inline styles. Books bring style sheets and fonts of their own, as `blob:`, and
 * models what they are made of, as `blob:` and `data:`. A captcha needs its own scripts and frame.
 */
function pagePolicy(nonce: string, { ReCaptchaHost }: PublicSettings): string {
  const captcha = ReCaptchaHost === undefined ? '' : ` ${new URL(ReCaptchaHost).origin} https://www.gstatic.com`
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${captcha}`,
    "style-src 'self' 'unsafe-inline' blob:",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' blob:",
    "connect-src 'self' blob: data:",
    "worker-src 'self' blob:",
    `frame-src 'self' blob:${captcha}`,
    "object-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')
}

/**
 * For the page of a game alone. The emulator's cores are WebAssembly, and their scripts come unpacked, as `blob:`. They
 * need no eval, no workers and no frames.
 */
function emulatorPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' blob: 'wasm-unsafe-eval'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self' blob:",
    "worker-src 'none'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
}

/**
 * Fills in the base, the nonce, the settings, the household's name, icon and style sheet, and what a browser without
 * scripts says. A text in a script must not be able to end it, and placeholders inside texts are not filled in.
 */
export function fill(html: string, { base, nonce, told, language, hasPicture = false }: Filling): string {
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
      .replace(/<link\s[^>]*rel="apple-touch-icon"[^>]*>/i, (link) =>
        hasPicture ? `<link rel="apple-touch-icon" href="${escapeText(told.IconURL)}" />` : link,
      )
      // After the page's own style sheet, so that it takes precedence.
      .replace(/<\/head>/i, (end) =>
        told.StyleURL ? `<link rel="stylesheet" href="${escapeText(told.StyleURL)}" />${end}` : end,
      )
      .replace(
        /<noscript>[^<]*/i,
        `<noscript lang="${tagOfLocale(language)}" dir="auto">${spokenWords(language).noscript}`,
      )
      .replace(/<head[^>]*>/i, (head) => `${head}\n    ${script}`)
  )
}

interface Filling {
  base: string
  nonce: string
  told: PublicSettings
  /** Of the browser: a page without scripts knows no other. */
  language: Locale
  /** Whether the household's icon is one that a phone's home screen takes, which no drawing is. */
  hasPicture?: boolean
}

/** Escapes a text for HTML, also inside quotes. */
const escapeText = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The document as it is on disk now, because it may be rebuilt while the server runs. */
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
