// The day with which weeks begin.

/** What browsers may have of `Intl.Locale`, in the old form or in the new one. */
type WeekLocale = Intl.Locale & { getWeekInfo?(): { firstDay: number }; weekInfo?: { firstDay: number } }

/** For browsers that do not know: weeks that begin on another day than Monday, by region and by language. */
const SUNDAY = 7
const SATURDAY = 6
const OTHER_DAYS: Readonly<Record<string, number>> = {
  US: SUNDAY,
  BR: SUNDAY,
  PT: SUNDAY,
  CA: SUNDAY,
  MX: SUNDAY,
  IL: SUNDAY,
  JP: SUNDAY,
  KR: SUNDAY,
  EG: SATURDAY,
}

/** Undefined for what is no tag: on Linux, browsers name the system's languages, of which `C` stands for none. */
function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region
  } catch {
    return undefined
  }
}

const weekOf = (locale: WeekLocale): { firstDay: number } | undefined => locale.getWeekInfo?.() ?? locale.weekInfo

/**
 * The first day of the week, where Sunday is 0, by a tag for formatting (`en-GB`) and the browser's languages: whoever
 * reads English in Germany has German weeks. `week` asks the browser.
 */
export function firstDayOf(tag: string, browser: readonly string[], week = weekOf): number {
  const { language, region } = new Intl.Locale(tag)
  const place = region ?? browser.map(regionOf).find((own) => own !== undefined)
  const locale = new Intl.Locale(place === undefined ? tag : `${language}-${place}`)
  const first = week(locale)?.firstDay ?? OTHER_DAYS[locale.maximize().region ?? ''] ?? 1
  return first % SUNDAY
}
