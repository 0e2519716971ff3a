// The web app manifest (W3C): by it a browser offers to install the page. `GET {base}/manifest.webmanifest`.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Middleware } from 'koa'
import {
  APP_ICONS,
  type AppWords,
  MANIFEST_PATH,
  PAGE_COLOURS,
  RECEIVE_PATH,
  SHORTCUTS,
} from '../../../contract/installed-page.ts'
import { chooseLocale } from '../../../contract/locales.ts'
import { languagesOf } from '../../http/languages.ts'
import { AppError } from '../../lib/app-error.ts'
import { tagOfLocale } from '../../lib/spoken-words.ts'
import type { Branding } from '../branding/service.ts'

export interface ManifestOptions {
  /** Folder of the built page. */
  dir: string
  base: string
  settings(): Promise<{ Name: string }>
  branding: Pick<Branding, 'get' | 'open'>
}

/** Browsers offer to install a page only with a square icon of some size (Chromium: 144 pixels). */
const SIDE_MIN = 192
/** Where a PNG has its width and height (its section 11.2.1). */
const WIDTH_AT = 16
const HEIGHT_AT = 20

/** The household's name and icon, and shortcuts in the language that the browser asks for. */
export function serveManifest({ dir, base, settings, branding }: ManifestOptions): Middleware {
  return async function answerManifest(ctx, next) {
    if (ctx.path !== MANIFEST_PATH) return next()
    ctx.state.route = MANIFEST_PATH
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw new AppError('notFound', 'no such file')
    const words = await readWords(dir)
    if (words === null) throw new AppError('notFound', 'the page is not built')
    const [{ Name }, icons] = await Promise.all([settings(), iconsOf(base, branding)])
    const locale = chooseLocale(languagesOf(ctx))
    ctx.vary('Accept-Language')
    ctx.set({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': "default-src 'none'" })
    ctx.type = 'application/manifest+json; charset=utf-8'
    ctx.status = 200
    ctx.body = JSON.stringify({
      name: Name || 'Nido',
      short_name: Name || 'Nido',
      lang: tagOfLocale(locale),
      // Each text by its own letters: a name may be of another script than the language.
      dir: 'auto',
      id: `${base}/`,
      start_url: `${base}/`,
      scope: `${base}/`,
      display: 'standalone',
      background_color: PAGE_COLOURS.light,
      theme_color: PAGE_COLOURS.light,
      icons,
      ...receiving(base),
      shortcuts: SHORTCUTS.map((shortcut, index) => ({
        name: words[locale]?.[index] ?? shortcut.text,
        url: base + shortcut.path,
      })),
    })
  }
}

/** The kinds of files that the system may open with the page. Its own programs stay the first choice. */
const OPENED = {
  'application/x-bittorrent': ['.torrent'],
  'application/zip': ['.zip'],
  'text/plain': ['.txt'],
  'text/markdown': ['.md'],
}

/** What other apps may share with the page (Web Share Target), and which files it opens (File Handling). */
const receiving = (base: string) => ({
  share_target: {
    action: base + RECEIVE_PATH,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'files', accept: ['*/*'] }] },
  },
  file_handlers: [{ action: `${base}/files/`, accept: OPENED, launch_type: 'single-client' }],
})

/** The household's own icon, or Nido's if there is none or it is too small. */
async function iconsOf(base: string, branding: ManifestOptions['branding']): Promise<object[]> {
  const { icon } = await branding.get()
  const sizes = icon === null ? null : await sizesOf(icon.type, branding)
  if (icon !== null && sizes !== null) return [{ src: icon.address, sizes, type: icon.type, purpose: 'any' }]
  return APP_ICONS.map(({ file, side, purpose }) => ({
    src: `${base}/${file}`,
    sizes: `${side}x${side}`,
    type: 'image/png',
    purpose,
  }))
}

/** Null for a picture that no device would take. A drawing has every size. */
async function sizesOf(type: string, branding: ManifestOptions['branding']): Promise<string | null> {
  if (type === 'image/svg+xml') return 'any'
  const body = type === 'image/png' ? (await branding.open('icon'))?.body : undefined
  if (body === undefined) return null
  const side = body.readUInt32BE(WIDTH_AT)
  return side >= SIDE_MIN && side === body.readUInt32BE(HEIGHT_AT) ? `${side}x${side}` : null
}

async function readWords(dir: string): Promise<AppWords | null> {
  const text = await readFile(path.join(dir, 'app-words.json'), 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as AppWords)
}
