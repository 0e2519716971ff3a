// Texts of one direction among those of another: without a direction of their own, full stops, numbers and names would
// be at the wrong place.
import type { i18n, PostProcessorModule } from 'i18next'
import { directionOf } from './languages.ts'

export const ISOLATION = 'isolation'

/** Letters of Hebrew, Arabic and their neighbours. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/

/**
 * A name or another value in a sentence, with its own direction (FSI and PDI of UAX 9) where the page's or its letters
 * run from right to left.
 */
export const isolateValue = (value: string, language: string): string =>
  directionOf(language) === 'rtl' || RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value

// LRI and PDI of Unicode's UAX 9.
const isolated = (text: string): string => `\u2066${text}\u2069`

/** Gives an untranslated text its own direction if the page's is different. */
export function createIsolation(texts: i18n): PostProcessorModule {
  return {
    type: 'postProcessor',
    name: ISOLATION,
    process: (text: string, keys: string | string[], options: Record<string, unknown>) => {
      const { language } = texts
      const isForeign =
        directionOf(language) === 'rtl' && !texts.exists(keys, { ...options, lng: language, fallbackLng: [] })
      return isForeign ? isolated(text) : text
    },
  }
}
