// The page's languages. English comes with the page, and stands in for what cannot be fetched. The others are fetched
// when they are chosen.
import i18next from 'i18next'
import { addressOfTexts } from 'virtual:page-texts'
import { chooseLocale, type Locale } from '../../../backend/contract/locales.ts'
import { createIsolation, isolateValue, ISOLATION } from './isolation.ts'
import { directionOf, languageTag } from './languages.ts'
import type { TextPart, TextRoom } from './parts.ts'
import { pluralFormOf } from './plural-forms.ts'

/** i18next's own, of which its types say nothing. */
interface PluralResolver {
  getSuffix(code: string, count: number, options?: object): string
}
/** The parts whose texts are in use, and those that are here or on their way, as `en files`. */
const spoken = new Set<TextPart>()
const here = new Map<string, Promise<void>>()

/** Starts the texts of a page in one language. Its English texts have come with the page. */
export async function startTexts(locale: Locale, part: TextPart, english: object): Promise<void> {
  if (!i18next.isInitialized) {
    await i18next.use(createIsolation(i18next)).init({
      resources: {},
      lng: 'en',
      fallbackLng: 'en',
      // React escapes what it renders.
      interpolation: { escape: (value) => isolateValue(value, i18next.language) },
      postProcess: [ISOLATION],
    })
    const plurals = i18next.services.pluralResolver as PluralResolver
    const { getSuffix } = plurals
    plurals.getSuffix = (...asked) => pluralFormOf(getSuffix.apply(plurals, asked), asked[1])
  }
  add('en', english)
  here.set(`en ${part}`, Promise.resolve())
  spoken.add(part)
  // If the language cannot be fetched, the page uses English.
  await changeLanguage(locale).catch(() => undefined)
}

let wanted: Locale = 'en'

/**
 * How long texts may take. All who need them share one request, so one that is never answered must end before a part of
 * the page is fetched for the second time (`fetch-shown-part.ts`).
 */
const TEXTS_MS = 12_000

/**
 * Changes the page's language: texts, `lang` and `dir`. The last call wins, even if texts for an earlier one come
 * later.
 */
export async function changeLanguage(locale: Locale): Promise<void> {
  wanted = locale
  await Promise.all([...spoken].map((part) => fetchTexts(locale, part)))
  if (wanted !== locale) return
  const tag = languageTag(locale)
  await i18next.changeLanguage(tag)
  document.documentElement.lang = tag
  document.documentElement.dir = directionOf(locale)
}

/** Fetches, along with a part of the page, the texts that the first screens did not need, and those of its room. */
export const withTexts =
  <Part>(load: () => Promise<Part>, room?: TextRoom) =>
  async (): Promise<Part> => {
    const [part] = await Promise.all([load(), speak('rest'), room && speak(room)])
    return part
  }

async function speak(part: TextPart): Promise<void> {
  spoken.add(part)
  const chosen = i18next.language
  await Promise.all([fetchTexts('en', part), fetchTexts(chooseLocale([chosen]), part).catch(() => undefined)])
}

/** Fetches the texts of a part once, however many ask for them meanwhile. */
function fetchTexts(locale: Locale, part: TextPart): Promise<void> {
  const name = `${languageTag(locale)} ${part}`
  const coming = here.get(name) ?? readTexts(locale, part)
  here.set(name, coming)
  coming.catch(() => here.delete(name))
  return coming
}

async function readTexts(locale: Locale, part: TextPart): Promise<void> {
  const response = await fetch(addressOfTexts(locale, part), { signal: AbortSignal.timeout(TEXTS_MS) })
  if (!response.ok) throw new TypeError(`no texts: ${response.status}`)
  add(languageTag(locale), (await response.json()) as object)
}

const add = (tag: string, texts: object): void => void i18next.addResourceBundle(tag, 'translation', texts, true, true)
