import type { Locale } from '../../../backend/contract/locales.ts'

// Not from Intl.DisplayNames, because browsers lack the names of small languages.
const NATIVE_NAMES: Readonly<Record<Locale, string>> = {
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
