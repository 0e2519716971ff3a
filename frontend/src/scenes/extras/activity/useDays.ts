import { useMemo } from 'react'
import type { ActivityEntry } from '../../../../../backend/contract/activity.ts'
import { formatTag } from '../../../i18n/languages.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { formatClock } from '../../../lib/format.ts'
import { localDay } from '../../../lib/local-day.ts'

/** The entries of one day, in the reader's time zone. */
interface ActivityDay {
  /** `2026-11-26` */
  day: string
  title: string
  entries: readonly ActivityEntry[]
}

interface DayWords {
  locale: string
  today: string
  yesterday: string
}

/** Entries by day, in their order, and the time of day in words. */
export function useDays(entries: readonly ActivityEntry[]): { days: ActivityDay[]; timeOf(iso: string): string } {
  const { t, language } = useTranslation()
  return useMemo(() => {
    const locale = formatTag(language, navigator.languages)
    const words = { locale, today: t('extras.activity.today'), yesterday: t('extras.activity.yesterday') }
    return { days: daysOf(entries, words), timeOf: (iso) => formatClock(iso, locale) }
  }, [entries, t, language])
}

function daysOf(entries: readonly ActivityEntry[], { locale, today, yesterday }: DayWords): ActivityDay[] {
  const now = new Date()
  const dates = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const titles = new Map([
    [localDay(now), today],
    [localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)), yesterday],
  ])
  return [...Map.groupBy(entries, ({ when }) => localDay(new Date(when)))].map(([day, of]) => ({
    day,
    title: titles.get(day) ?? dates.format(new Date(of[0]?.when ?? '')),
    entries: of,
  }))
}
