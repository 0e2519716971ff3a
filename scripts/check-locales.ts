// Holds the texts of every language to the English ones: all are there, with the plural forms of the language, and none
// is English.
import { LOCALES } from '../backend/contract/locales.ts'
import { findLocaleFaults } from './lib/locale-faults.ts'
import { flattenTexts, readLocale } from './lib/locale-texts.ts'

const texts = await Promise.all(LOCALES.map(readLocale))
const english = flattenTexts(texts[LOCALES.indexOf('en')] ?? {})
const faults = LOCALES.flatMap((locale, index) => {
  const own = texts[index]
  return own ? findLocaleFaults(locale, flattenTexts(own), english) : [`${locale}.json is missing`]
})
for (const fault of faults) console.log(fault)
console.log(`${english.size} texts in ${LOCALES.length} languages, ${faults.length} faults`)
process.exit(faults.length > 0 || english.size === 0 ? 1 : 0)
