import type { Locale } from '../../../backend/contract/locales.ts'

/** Where the browser stores the language used last. */
export const LOCALE_KEY = 'nido-locale'

/** The tag of a locale as BCP 47 writes it: `pt-br` → `pt-BR`. Plain `pt` would be that of Brazil, too. */
export const languageTag = (locale: Locale): string =>
  locale === 'pt' ? 'pt-PT' : locale.replace(/-(\w+)$/, (_, region: string) => `-${region.toUpperCase()}`)

/** How a language (BCP 47) is written. */
export const directionOf = (tag: string): 'ltr' | 'rtl' => (/^(?:ar|he)\b/.test(tag) ? 'rtl' : 'ltr')

/**
 * The tag for formatting dates and numbers: the browser's own regional form of the language if it has one, so that
 * English readers in Europe get "16 Nov 2026". In Arabic, some regions would have other digits and years than the
 * texts around them.
 */
export function formatTag(tag: string, browser: readonly string[]): string {
  const base = tag.split('-')[0]
  const own = tag.includes('-') ? tag : (browser.find((one) => one.split('-')[0] === base) ?? tag)
  return base === 'ar' ? `${own.split('-u-')[0] ?? own}-u-ca-gregory-nu-latn` : own
}
