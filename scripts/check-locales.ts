// Holds the texts of every language to the English ones: all are there, with the plural forms of the language, and none
// is English.
import { LOCALES } from '../backend/contract/locales.ts'
import { findLocaleFaults } from './lib/locale-faults.ts'
import { flattenTexts, PAGE_TEXTS, readLocale, SHELL_TEXTS } from './lib/locale-texts.ts'

let isFine = true
for (const [whose, folder] of [
  ['page', PAGE_TEXTS],
  ['shell', SHELL_TEXTS],
] as const) {
  const texts = await Promise.all(LOCALES.map((locale) => readLocale(locale, folder)))
  const english = flattenTexts(texts[LOCALES.indexOf('en')] ?? {})
  const faults = LOCALES.flatMap((locale, index) => {
    const own = texts[index]
    return own ? findLocaleFaults(locale, flattenTexts(own), english) : [`${locale}.json is missing`]
  })
  for (const fault of faults) console.log(`${whose}: ${fault}`)
  console.log(`${whose}: ${english.size} texts in ${LOCALES.length} languages, ${faults.length} faults`)
  isFine &&= faults.length === 0 && english.size > 0
}
process.exit(isFine ? 0 : 1)
