import { LOCALES, type Locale } from '../../../backend/contract/locales.ts'

/** Where the browser stores the language used last. */
export const LOCALE_KEY = 'nido-locale'

const RIGHT_TO_LEFT: readonly Locale[] = ['ar', 'he']

/** The tag of a locale as BCP 47 writes it: `pt-br` → `pt-BR`. */
export const languageTag = (locale: Locale): string =>
  locale.replace(/-(\w+)$/, (_, region: string) => `-${region.toUpperCase()}`)

export const directionOf = (locale: Locale): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.includes(locale) ? 'rtl' : 'ltr')

// Not from Intl.DisplayNames, because browsers lack the names of small languages.
const NATIVE_NAMES: Record<Locale, string> = {
  ar: 'العربية',
  ca: 'Català',
  cs: 'Čeština',
  de: 'Deutsch',
  el: 'Ελληνικά',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  he: 'עברית',
  hu: 'Magyar',
  is: 'Íslenska',
  it: 'Italiano',
  ja: '日本語',
  ko: '한국어',
  nl: 'Nederlands',
  no: 'Norsk',
  pl: 'Polski',
  pt: 'Português',
  'pt-br': 'Português (Brasil)',
  ro: 'Română',
  ru: 'Русский',
  sk: 'Slovenčina',
  sv: 'Svenska',
  tr: 'Türkçe',
  'zh-cn': '简体中文',
}

/** A language's own name, as its speakers look for it. */
export const nativeName = (locale: Locale): string => NATIVE_NAMES[locale]

/** The locale that best matches what a record or a browser prefers; English if none does. */
export function chooseLocale(wanted: readonly string[]): Locale {
  for (const tag of wanted) {
    const lower = tag.toLowerCase().replace('_', '-')
    const exact = LOCALES.find((locale) => locale === lower)
    if (exact !== undefined) return exact
    const base = lower.split('-')[0]
    const near =
      base === 'nb' || base === 'nn' ? 'no' : base === 'zh' ? 'zh-cn' : LOCALES.find((locale) => locale === base)
    if (near !== undefined) return near
  }
  return 'en'
}

/**
 * The tag for formatting dates and numbers: the browser's own regional form of the language if it has one, so that
 * English readers in Europe get "16 Nov 2026".
 */
export function formatTag(locale: Locale, browser: readonly string[]): string {
  const tag = languageTag(locale)
  const base = tag.split('-')[0]
  return tag.includes('-') ? tag : (browser.find((own) => own.split('-')[0] === base) ?? tag)
}
