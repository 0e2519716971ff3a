// The 25 languages of the page.
export const LOCALES = [
  'ar', 'ca', 'cs', 'de', 'el', 'en', 'es', 'fr', 'he', 'hu', 'is', 'it', 'ja', 'ko', 'nl', 'no', 'pl', 'pt', 'pt-br', 'ro', 'ru', 'sk', 'sv', 'tr', 'zh-cn',
] as const
export type Locale = (typeof LOCALES)[number]
