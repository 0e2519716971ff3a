import type { CalendarOptions } from '@fullcalendar/react'
import { useEffect, useState } from 'react'
import { chooseLocale, type Locale } from '../../../../backend/contract/locales.ts'

type CalendarLocale = Exclude<CalendarOptions['locale'], string | string[] | undefined>

/** The calendar's own words, each fetched with its language. */
const FILES: Readonly<Partial<Record<Locale, () => Promise<{ default: CalendarLocale }>>>> = {
  ar: () => import('@fullcalendar/react/locales/ar'),
  ca: () => import('@fullcalendar/react/locales/ca'),
  cs: () => import('@fullcalendar/react/locales/cs'),
  de: () => import('@fullcalendar/react/locales/de'),
  el: () => import('@fullcalendar/react/locales/el'),
  es: () => import('@fullcalendar/react/locales/es'),
  fr: () => import('@fullcalendar/react/locales/fr'),
  he: () => import('@fullcalendar/react/locales/he'),
  hu: () => import('@fullcalendar/react/locales/hu'),
  is: () => import('@fullcalendar/react/locales/is'),
  it: () => import('@fullcalendar/react/locales/it'),
  ja: () => import('@fullcalendar/react/locales/ja'),
  ko: () => import('@fullcalendar/react/locales/ko'),
  nl: () => import('@fullcalendar/react/locales/nl'),
  no: () => import('@fullcalendar/react/locales/nb'),
  pl: () => import('@fullcalendar/react/locales/pl'),
  pt: () => import('@fullcalendar/react/locales/pt'),
  'pt-br': () => import('@fullcalendar/react/locales/pt-br'),
  ro: () => import('@fullcalendar/react/locales/ro'),
  ru: () => import('@fullcalendar/react/locales/ru'),
  sk: () => import('@fullcalendar/react/locales/sk'),
  sv: () => import('@fullcalendar/react/locales/sv'),
  tr: () => import('@fullcalendar/react/locales/tr'),
  'zh-cn': () => import('@fullcalendar/react/locales/zh-cn'),
}

/** The language of the calendar for that of the page; until its words are there, without them. */
export function useCalendarLocale(language: string): CalendarLocale | string {
  const [found, setFound] = useState<{ language: string; words: CalendarLocale } | null>(null)
  useEffect(() => {
    let isWanted = true
    void FILES[chooseLocale([language])]?.().then(
      // The page says its direction itself. With this one, a week's number would stand before its word.
      ({ default: { direction: _, ...words } }) => isWanted && setFound({ language, words }),
      // Without a connection the calendar has its dates, and a few English words.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [language])
  return found?.language === language ? found.words : language
}
