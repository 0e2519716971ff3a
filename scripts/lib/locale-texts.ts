// The texts of the page's languages, as scripts read them.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Locale } from '../../backend/contract/locales.ts'
import type { Texts } from '../../frontend/src/i18n/parts.ts'
import { hasCode } from './error-code.ts'

const HOUSE = path.join(import.meta.dirname, '..', '..')
export const PAGE_TEXTS = path.join(HOUSE, 'frontend', 'src', 'i18n', 'locales')
export const SHELL_TEXTS = path.join(HOUSE, 'backend', 'src', 'features', 'shell', 'texts')

/** The texts of a language by their keys, such as `login.title`. */
export type FlatTexts = ReadonlyMap<string, string>

/**
 * The file of a language, of the page's if not said otherwise; null if there is none.
 * @throws Error if it cannot be read
 */
export async function readLocale(locale: Locale, folder = PAGE_TEXTS): Promise<Texts | null> {
  try {
    return JSON.parse(await readFile(path.join(folder, `${locale}.json`), 'utf8')) as Texts
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw new Error(`${locale}.json cannot be read`, { cause: error })
  }
}

export function flattenTexts(texts: Texts, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string' ? [[prefix + key, text] as const] : [...flattenTexts(text, `${prefix}${key}.`)],
    ),
  )
}
