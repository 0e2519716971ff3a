// What can be wrong with the texts of a language: missing and foreign keys, placeholders, spaces, and words of another
// language.
import type { Locale } from '../../backend/contract/locales.ts'
import { languageTag } from '../../frontend/src/i18n/languages.ts'
import { ADDED_FORM, hasWiderOne } from '../../frontend/src/i18n/plural-forms.ts'
import { isSameByRight } from './locale-names.ts'
import type { FlatTexts } from './locale-texts.ts'
import { englishWords, mixedWords, strayScripts } from './locale-words.ts'

const PLURAL = /_(zero|one|ones|two|few|many|other)$/

/** The keys that a language must have: for a text with plurals, one for each of its own plural forms. */
function wantedKeys(english: FlatTexts, locale: Locale): Set<string> {
  const forms = new Intl.PluralRules(languageTag(locale)).resolvedOptions().pluralCategories
  return new Set(
    [...english.keys()].flatMap((key) => {
      const base = key.replace(PLURAL, '')
      return base !== key && english.has(`${base}_other`) ? forms.map((form) => `${base}_${form}`) : [key]
    }),
  )
}

/** i18next accepts a `_zero` text in any language; `_ones` is our own (frontend/src/i18n/plural-forms.ts). */
function isExtra(key: string, wanted: ReadonlySet<string>, locale: Locale): boolean {
  if (wanted.has(key) || wanted.has(key.replace(/_zero$/, '_other'))) return false
  return !(
    hasWiderOne(languageTag(locale)) &&
    key.endsWith(ADDED_FORM) &&
    wanted.has(key.replace(ADDED_FORM, '_other'))
  )
}

const modelOf = (english: FlatTexts, key: string): string | undefined =>
  english.get(key) ?? english.get(key.replace(PLURAL, '_other'))

const found = (text: string, what: RegExp): string[] => [...text.matchAll(what)].map(([, name = '']) => name).toSorted()

/** `{{count, number}}` → `count`. */
const valuesOf = (text: string): string[] => found(text, /\{\{\s*(\w+)/g)
/** `<b>`, `</b>`, `$t(action.open)`. */
const tagsOf = (text: string): string[] => found(text, /(<\/?\w+\s*\/?>|\$t\([^)]*\))/g)

/** Values that are the number itself. */
const NUMBERS = new Set(['count', 'rows'])

/** Whether a text shows the values of its English one. The forms for none, one and two may leave out the number. */
function hasSameValues(key: string, model: string, text: string): boolean {
  const [wanted, own] = [valuesOf(model), valuesOf(text)]
  if (own.join() === wanted.join()) return true
  if (!/_(zero|one|two)$/.test(key)) return false
  // English says a name for one, where it says a number for several: both are there, and the number does as well.
  const mayHave = new Set([...wanted, 'count'])
  const mayLack = own.includes('count') ? mayHave : NUMBERS
  return own.every((name) => mayHave.has(name)) && wanted.every((name) => mayLack.has(name) || own.includes(name))
}

/** Spaces that nobody sees in the file, or that the typography of the language has otherwise. */
export function findStraySpace(locale: Locale, text: string, model: string): string | null {
  const isOpenAtStart = /^\s/.test(text) !== /^\s/.test(model)
  if (isOpenAtStart || /\s$/.test(text) !== /\s$/.test(model)) return 'begins or ends with a space'
  if (/\s\s/.test(text)) return 'has two spaces'
  if (/ ,|[^\s] \.(?=\s|$)/.test(text)) return 'has a space before a full stop or comma'
  if (/[\u200B\u2060\uFEFF\u202A-\u202E\u3000\u00AD]/.test(text)) return 'has a character that nobody sees'
  if (locale === 'fr' && /[ ][:;!?»]|«[ ]/.test(text)) return 'needs a space that does not break (U+202F or U+00A0)'
  return null
}

/** What is wrong with one text, in words. */
export function faultsOfText(locale: Locale, key: string, { text, model }: { text: string; model: string }): string[] {
  if (text.trim() === '') return ['is empty']
  const space = findStraySpace(locale, text, model)
  const faults = [
    ...(hasSameValues(key, model, text) ? [] : ['has other placeholders than English']),
    ...(tagsOf(model).join() === tagsOf(text).join() ? [] : ['has other tags than English']),
    ...(space === null ? [] : [space]),
  ]
  if (locale === 'en') return faults
  if (text === model) return isSameByRight(locale, key, text) ? faults : [...faults, `is English: ${text}`]
  const words = [...englishWords(locale, text), ...strayScripts(locale, text), ...mixedWords(text)]
  return [...faults, ...words.map((word) => `has the word of another language: ${word}`)]
}

/** Everything that is wrong with the texts of a language, a line each, with its key. */
export function findLocaleFaults(locale: Locale, texts: FlatTexts, english: FlatTexts): string[] {
  const wanted = wantedKeys(english, locale)
  const missing = [...wanted].filter((key) => !texts.has(key))
  const extra = [...texts.keys()].filter((key) => isExtra(key, wanted, locale))
  const wrong = [...texts].flatMap(([key, text]) => {
    const model = modelOf(english, key)
    return model === undefined
      ? []
      : faultsOfText(locale, key, { text, model }).map((fault) => `${locale}: ${key} ${fault}`)
  })
  return [
    ...missing.map((key) => `${locale}: ${key} is missing`),
    ...extra.map((key) => `${locale}: ${key} is not in English, or is no form of this language`),
    ...wrong,
  ]
}
