// English texts on a right-to-left page: without their own direction, full stops and numbers would be at the wrong end.
import type { i18n, PostProcessorModule } from 'i18next'
import { directionOf } from './languages.ts'

export const ISOLATION = 'isolation'

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
