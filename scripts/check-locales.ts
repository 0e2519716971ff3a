// Compares the texts of each language with English: no extra keys anywhere, and no missing ones in complete languages.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { LOCALES, type Locale } from '../backend/contract/locales.ts'
import { hasCode } from './lib/error-code.ts'

const FOLDER = path.join(import.meta.dirname, '..', 'frontend', 'src', 'i18n', 'locales')
/** Languages that must have every text. In the others, a missing text falls back to English. */
const COMPLETE: readonly Locale[] = ['en', 'es']
const PLURAL = /_(zero|one|two|few|many|other)$/

type Texts = { [key: string]: string | Texts }

async function readTexts(locale: Locale): Promise<Map<string, string> | null> {
  try {
    return flatten(JSON.parse(await readFile(path.join(FOLDER, `${locale}.json`), 'utf8')) as Texts)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw new Error(`${locale}.json cannot be read`, { cause: error })
  }
}

function flatten(texts: Texts, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string' ? [[prefix + key, text] as const] : [...flatten(text, `${prefix}${key}.`)],
    ),
  )
}

/** The keys that a language must have: for a text with plurals, one for each of its own plural forms. */
function wantedKeys(english: Map<string, string>, locale: Locale): Set<string> {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  return new Set(
    [...english.keys()].flatMap((key) => {
      const base = key.replace(PLURAL, '')
      return base !== key && english.has(`${base}_other`) ? forms.map((form) => `${base}_${form}`) : [key]
    }),
  )
}

const placeholders = (text: string): string =>
  [...text.matchAll(/\{\{\s*(\w+)/g)]
    .map(([, name]) => name)
    .toSorted()
    .join(' ')

/** The problems of a language. A missing text is one only if the language has to be complete. */
function findFaults(
  locale: Locale,
  texts: Map<string, string>,
  english: Map<string, string>,
): { faults: string[]; missing: number } {
  const wanted = wantedKeys(english, locale)
  const missing = [...wanted].filter((key) => !texts.has(key))
  // i18next accepts a `_zero` text in any language, whether or not it has that plural form.
  const extra = [...texts.keys()].filter((key) => !wanted.has(key) && !wanted.has(key.replace(/_zero$/, '_other')))
  // The form for one may leave out the number. Every other text needs the same placeholders as English.
  const changed = [...texts].filter(([key, text]) => {
    const model = english.get(key) ?? english.get(key.replace(PLURAL, '_other'))
    return model !== undefined && !/_(zero|one|two)$/.test(key) && placeholders(model) !== placeholders(text)
  })
  return {
    missing: missing.length,
    faults: [
      ...(COMPLETE.includes(locale) ? missing.map((key) => `${locale}: ${key} is missing`) : []),
      ...extra.map((key) => `${locale}: ${key} is not in English`),
      ...changed.map(([key]) => `${locale}: ${key} has other placeholders than English`),
    ],
  }
}

const english = await readTexts('en')
if (!english) throw new Error('en.json is missing')
const faults: string[] = []
const started: string[] = []
for (const locale of LOCALES) {
  const texts = await readTexts(locale)
  if (!texts && COMPLETE.includes(locale)) faults.push(`${locale}.json is missing`)
  if (!texts) continue
  const found = findFaults(locale, texts, english)
  faults.push(...found.faults)
  started.push(found.missing ? `${locale} (${found.missing} missing)` : locale)
}
for (const fault of faults) console.log(fault)
console.log(
  `${english.size} texts in ${started.length} of ${LOCALES.length} languages: ${started.join(', ')}` +
    '; the others show English.',
)
process.exit(faults.length > 0 ? 1 : 0)
