// Holds the texts of every language that is offered to the English ones: all are there, with the plural forms of the
// language, and none is English.
import { LOCALES } from '../backend/contract/locales.ts'
import { WRITTEN } from '../frontend/src/i18n/languages.ts'
import { findLocaleFaults } from './lib/locale-faults.ts'
import { flattenTexts, readLocale } from './lib/locale-texts.ts'

const texts = await Promise.all(LOCALES.map(readLocale))
const english = flattenTexts(texts[LOCALES.indexOf('en')] ?? {})
const faults = LOCALES.flatMap((locale, index) => {
  const own = texts[index]
  const isOffered = WRITTEN.includes(locale)
  if (own && isOffered) return findLocaleFaults(locale, flattenTexts(own), english)
  if (own) return [`${locale}.json is there, but frontend/src/i18n/languages.ts does not have it in its list`]
  return isOffered ? [`${locale}.json is missing`] : []
})
for (const fault of faults) console.log(fault)
const others = LOCALES.filter((locale) => !WRITTEN.includes(locale))
console.log(
  `${english.size} texts in ${WRITTEN.length} languages, ${faults.length} faults` +
    (others.length === 0 ? '' : `; people with ${others.join(', ')} see English`),
)
process.exit(faults.length > 0 || english.size === 0 ? 1 : 0)
