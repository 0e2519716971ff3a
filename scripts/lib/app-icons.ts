// What devices show of the page once it is installed: its icons, drawn from the mark, and the names of its shortcuts in
// every language. `backend/src/features/pages/manifest.ts` tells browsers of both.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { APP_ICONS, type AppWords, SHORTCUTS, TOUCH_ICON } from '../../backend/contract/installed-page.ts'
import { LOCALES } from '../../backend/contract/locales.ts'
import { flattenTexts, readLocale } from './locale-texts.ts'
import { ROOT } from './places.ts'

const SOURCES = path.join(ROOT, 'frontend', 'src')
/** The light theme's accent, as in mark.svg. */
const GROUND = '#12775a'
/** Side of the mark, and of the corners, to that of the icon. Systems cut a maskable one to their own shape. */
const SHAPES = {
  any: { mark: 0.62, corner: 0.22 },
  maskable: { mark: 0.5, corner: 0 },
  touch: { mark: 0.6, corner: 0 },
}

/** The mark in white on the brand's colour, as PNG. */
export async function drawIcon(side: number, shape: keyof typeof SHAPES): Promise<Buffer> {
  const mark = (await readFile(path.join(SOURCES, 'assets', 'mark.svg'), 'utf8')).replaceAll(GROUND, '#fff')
  const { mark: part, corner } = SHAPES[shape]
  const inner = Math.round(side * part)
  const at = Math.round((side - inner) / 2)
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
    <rect width="100%" height="100%" rx="${side * corner}" fill="${GROUND}"/>
    ${mark.replace('<svg ', `<svg x="${at}" y="${at}" width="${inner}" height="${inner}" `)}</svg>`
  return sharp(Buffer.from(drawing)).png({ compressionLevel: 9 }).toBuffer()
}

/** The names of the shortcuts, by locale. */
export async function shortcutWords(): Promise<AppWords> {
  const words = LOCALES.map(async (locale) => {
    const texts = flattenTexts((await readLocale(locale)) ?? {})
    return [locale, SHORTCUTS.map(({ text }) => texts.get(text) ?? '')] as const
  })
  return Object.fromEntries(await Promise.all(words))
}

/** Puts the icons and the words beside the built page. */
export const installedPage: Plugin = {
  name: 'installed-page',
  apply: 'build',
  async buildStart() {
    for (const { file, side, purpose } of APP_ICONS)
      this.emitFile({ type: 'asset', fileName: file, source: await drawIcon(side, purpose) })
    this.emitFile({ type: 'asset', fileName: TOUCH_ICON.file, source: await drawIcon(TOUCH_ICON.side, 'touch') })
    this.emitFile({ type: 'asset', fileName: 'app-words.json', source: JSON.stringify(await shortcutWords()) })
  },
}
