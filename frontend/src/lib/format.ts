// Sizes and dates in a language. Formatters are slow to build, so each is built once.

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const
/** Languages with units of their own. */
const OWN_UNITS: Readonly<Record<string, readonly string[]>> = {
  fr: ['o', 'Ko', 'Mo', 'Go', 'To', 'Po'],
  ru: ['Б', 'КБ', 'МБ', 'ГБ', 'ТБ', 'ПБ'],
}
const unitIn = (locale: string, unit: number): string => (OWN_UNITS[locale.slice(0, 2)] ?? UNITS)[unit] ?? ''

/** Bytes with base 1024 and two decimals: `231.48 KB`; whole bytes have no decimals. */
export function formatSize(bytes: number, locale: string): string {
  let unit = 0
  let value = bytes
  // A value that would be rounded to 1024.00 is shown in the next unit.
  while (value >= 1023.995 && unit < UNITS.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${numberFormat(locale, unit === 0 ? 0 : 2).format(value)} ${unitIn(locale, unit)}`
}

/** Bytes out of a total, both in the unit of the total: `1.14` of `1.84 GB`. Whole bytes have no decimals. */
export function formatSizeOf(part: number, whole: number, locale: string): { sent: string; total: string } {
  let unit = 0
  while (whole / 1024 ** unit >= 1023.995 && unit < UNITS.length - 1) unit += 1
  return {
    sent: numberFormat(locale, unit === 0 || part === 0 ? 0 : 2).format(part / 1024 ** unit),
    total: formatSize(whole, locale),
  }
}

/** A whole number with digit grouping. */
export const formatNumber = (value: number, locale: string): string => numberFormat(locale, 0).format(value)

/** What parts the words of a list, in languages that do not write ", ". */
const COMMAS: Readonly<Record<string, string>> = { ar: '، ', ja: '、', zh: '、' }

/** Words beside each other: `Create, Rename`. */
export const formatList = (words: readonly string[], locale: string): string =>
  words.join(COMMAS[locale.slice(0, 2)] ?? ', ')

export interface DateWords {
  today(time: string): string
  yesterday(time: string): string
}

/**
 * When something was changed. Relative: the time of day for today and yesterday, otherwise the date. Exact: always date
 * and time. '' for no date (the year 1 of api-contract 3.1).
 */
export function formatDate(
  iso: string,
  locale: string,
  options: { isExact: boolean; now: Date; words: DateWords },
): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1900) return ''
  if (options.isExact) return dateFormat(locale, EXACT).format(date)
  const days = dayNumber(options.now) - dayNumber(date)
  if (days === 0) return options.words.today(dateFormat(locale, TIME).format(date))
  if (days === 1) return options.words.yesterday(dateFormat(locale, TIME).format(date))
  return dateFormat(locale, DAY).format(date)
}

/** The time of day. */
export const formatClock = (iso: string, locale: string): string => dateFormat(locale, TIME).format(new Date(iso))

/** The time of day, to the second. */
export const formatTime = (iso: string, locale: string): string => dateFormat(locale, SECOND).format(new Date(iso))

/** The milliseconds of the units that are used. */
const SPANS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
] as const

/** The time until then, in whole days or hours, rounded up: `in 6 days`; '' if it is less than an hour or over. */
export function formatUntil(iso: string, locale: string, now: Date): string {
  const left = new Date(iso).getTime() - now.getTime()
  for (const [unit, length] of SPANS) {
    if (left >= length) return relativeFormat(locale).format(Math.ceil(left / length), unit)
  }
  return ''
}

const relativeFormats = new Map<string, Intl.RelativeTimeFormat>()
function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  const format = relativeFormats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
  relativeFormats.set(locale, format)
  return format
}

const TIME: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' }
const SECOND: Intl.DateTimeFormatOptions = { ...TIME, second: '2-digit' }
const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }
const EXACT: Intl.DateTimeFormatOptions = { ...DAY, ...TIME }

// Counts calendar days in the reader's time zone, even across a clock change.
const dayNumber = (date: Date): number =>
  Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000)

const numberFormats = new Map<string, Intl.NumberFormat>()
function numberFormat(locale: string, digits: number): Intl.NumberFormat {
  const key = `${locale} ${digits}`
  let format = numberFormats.get(key)
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
    numberFormats.set(key, format)
  }
  return format
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()
function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${Object.values(options).join()}`
  let format = dateFormats.get(key)
  if (format === undefined) {
    const hour = options.hour === undefined ? {} : { hour: hourIn(locale) }
    format = new Intl.DateTimeFormat(locale, { ...options, ...hour })
    dateFormats.set(key, format)
  }
  return format
}

/** Whether hours before ten have a zero, which only the short style of a language tells: 01:35, but 1:35 AM. */
function hourIn(locale: string): '2-digit' | 'numeric' {
  const parts = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).formatToParts(new Date(2026, 0, 1, 1))
  return parts.find(({ type }) => type === 'hour')?.value.length === 2 ? '2-digit' : 'numeric'
}
