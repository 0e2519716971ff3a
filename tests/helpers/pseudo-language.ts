// A language that nobody speaks: English with accents, 40 % longer, so that screens are tried with words that are
// longer than those of most languages. The page gets it in place of another language.
import type { BrowserContext } from '@playwright/test'
import type { Locale } from '../../backend/contract/locales.ts'
import type { Texts } from '../../frontend/src/i18n/parts.ts'
import { flattenTexts, readLocale } from '../../scripts/lib/locale-texts.ts'

const LONGER = 0.4
const ACCENTS: Readonly<Record<string, string>> = { a: 'á', e: 'ê', i: 'ï', o: 'ö', u: 'ů', A: 'Å', E: 'É', O: 'Ø' }

/** `Open {{name}}` → `Öpêênn {{name}}`. What stands for values, and tags, stay. */
export const lengthened = (text: string): string =>
  text
    .split(/(\{\{[^}]*\}\}|<[^>]*>|\$t\([^)]*\))/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/\p{L}+/gu, lengthenedWord)))
    .join('')

function lengthenedWord(word: string): string {
  let left = Math.ceil(word.length * LONGER)
  return [...word]
    .map((letter, index) => {
      const own = ACCENTS[letter] ?? letter
      if (left === 0 || index === 0) return own
      left -= 1
      return own + own
    })
    .join('')
}

/** How a page tells that it speaks it, since its language has the name of another one. */
export const PSEUDO_MARK = 'speaksPseudo'

/** Gives a browser these texts wherever it fetches those of a language. */
export async function speakPseudo(context: BrowserContext, locale: Locale): Promise<void> {
  const english = flattenTexts((await readLocale('en')) ?? {})
  const textOf = (key: string) => english.get(key) ?? english.get(key.replace(/_\w+$/, '_other')) ?? key
  const inPlaceOf = (texts: Texts, above = ''): Texts =>
    Object.fromEntries(
      Object.entries(texts).map(([name, text]) => {
        const key = above + name
        return [name, typeof text === 'string' ? lengthened(textOf(key)) : inPlaceOf(text, `${key}.`)]
      }),
    )
  await context.addInitScript((mark) => void Object.assign(window, { [mark]: true }), PSEUDO_MARK)
  await context.route(new RegExp(`/texts-${locale}-[^/]+\\.json$`), async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: inPlaceOf((await response.json()) as Texts) })
  })
}
