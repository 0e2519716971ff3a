import { useMemo } from 'react'
import {
  formatDate,
  formatList,
  formatNumber,
  formatSize,
  formatSizeOf,
  formatTime,
  formatUntil,
} from '../lib/format.ts'
import { isolateValue } from './isolation.ts'
import { directionOf, formatTag } from './languages.ts'
import { useTranslation } from './useTranslation.ts'

/** Formats sizes and dates in the page's language. `isExact`: dates in full, if the person prefers that. */
export function useFormat(isExact = false) {
  const { t, language } = useTranslation()
  return useMemo(() => {
    const locale = formatTag(language, navigator.languages)
    // In right-to-left text, marks keep a number with its unit and a day with its month (LRM, RLM of Unicode's UAX 9).
    const [sizeMark, dateMark] = directionOf(language) === 'rtl' ? ['\u200E', '\u200F'] : ['', '']
    const words = {
      today: (time: string) => t('listing.today', { time }),
      yesterday: (time: string) => t('listing.yesterday', { time }),
    }
    return {
      number: (value: number) => formatNumber(value, locale),
      /** Words beside each other. */
      list: (words: readonly string[]) =>
        formatList(
          words.map((word) => isolateValue(word, language)),
          locale,
        ),
      /** The time of day, to the second. */
      time: (iso: string) => formatTime(iso, locale),
      size: (bytes: number) => sizeMark + formatSize(bytes, locale),
      /** A part of a number of bytes, both in one unit. */
      sizeOf(part: number, whole: number) {
        const { sent, total } = formatSizeOf(part, whole, locale)
        return { sent, total: sizeMark + total }
      },
      date(iso: string, now = new Date()): string {
        const date = formatDate(iso, locale, { isExact, now, words })
        return date === '' ? '' : dateMark + date
      },
      /** The time until then: `in 6 days`. */
      until: (iso: string, now = new Date()) => formatUntil(iso, locale, now) || t('trash.soon'),
    }
  }, [t, language, isExact])
}
