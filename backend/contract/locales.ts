// The 25 languages of the page, and how one is chosen.
export const LOCALES = [
  'ar',
  'ca',
  'cs',
  'de',
  'el',
  'en',
  'es',
  'fr',
  'he',
  'hu',
  'is',
  'it',
  'ja',
  'ko',
  'nl',
  'no',
  'pl',
  'pt',
  'pt-br',
  'ro',
  'ru',
  'sk',
  'sv',
  'tr',
  'zh-cn',
] as const
export type Locale = (typeof LOCALES)[number]

/**
 * In the defaults for new people: everybody's own browser says the language. In the records of people this is an empty
 * text, as other clients know it; in the defaults that would become English.
 */
export const BROWSER_LOCALE = 'browser'

/** Languages that browsers call otherwise. */
const OTHER_NAMES: Readonly<Record<string, Locale>> = { iw: 'he', nb: 'no', nn: 'no', zh: 'zh-cn' }

/** The language that best matches what a record or a browser prefers, as tags of BCP 47; English if none does. */
export function chooseLocale(wanted: readonly string[]): Locale {
  for (const tag of wanted) {
    const lower = tag.toLowerCase().replace('_', '-')
    const base = lower.split('-')[0] ?? ''
    const near = [lower, base, OTHER_NAMES[base]]
      .map((name) => LOCALES.find((locale) => locale === name))
      .find((locale) => locale !== undefined)
    if (near !== undefined) return near
  }
  return 'en'
}
