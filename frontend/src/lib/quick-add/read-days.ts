import type { ReadText } from './text.ts'
import { MONTH, MONTHS, WEEKDAY, WEEKDAYS } from './words.ts'

/** The days of an event; the last one is part of it. */
export interface ReadDays {
  first: Date
  last: Date
  rule: string | null
}

const dayAfter = (day: Date, days: number): Date => new Date(day.getFullYear(), day.getMonth(), day.getDate() + days)
const only = (first: Date): ReadDays => ({ first, last: first, rule: null })
const monthOf = (word = ''): number => MONTHS.findIndex((month) => month.test(word))
/** Monday is 0. */
const weekdayOf = (word = ''): number => WEEKDAYS.findIndex((weekday) => weekday.test(word))
const CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** Reads on which days something happens; null if the text does not say. */
export function readDays(text: ReadText, today: Date, isMonthFirst: boolean): ReadDays | null {
  return (
    readRepetition(text, today, isMonthFirst) ??
    readSpan(text, today) ??
    readDate(text, today, isMonthFirst) ??
    readRelative(text, today) ??
    readWeekday(text, today)
  )
}

function readRepetition(text: ReadText, today: Date, isMonthFirst: boolean): ReadDays | null {
  const weekly = text.take(`(?:every|each|cada|todos los)\\s(${WEEKDAY})\\b`)
  if (weekly !== null) {
    const weekday = weekdayOf(weekly[0])
    return { ...only(next(today, weekday, 0)), rule: `FREQ=WEEKLY;BYDAY=${CODES[weekday] ?? 'MO'}` }
  }
  const found = text.take(
    '(?:every|each|cada|todos los|todas las)\\s(day|dias?|week|semanas?|month|mes(?:es)?|year|anos?)\\b',
  )
  if (found === null) return null
  const [word = ''] = found
  const frequency = word.startsWith('d')
    ? 'DAILY'
    : /^[ws]/.test(word)
      ? 'WEEKLY'
      : word.startsWith('m')
        ? 'MONTHLY'
        : 'YEARLY'
  const days =
    readSpan(text, today) ??
    readDate(text, today, isMonthFirst) ??
    readRelative(text, today) ??
    readWeekday(text, today)
  return { ...(days ?? only(today)), rule: `FREQ=${frequency}` }
}

/** `24 to 27 december`, `del 24 al 27 de diciembre`, `dec 24-27`. */
function readSpan(text: ReadText, today: Date): ReadDays | null {
  const to = '\\s?(?:to|-|\u2013|al?|until|hasta(?: el)?)\\s?'
  const before = text.take(`(?:from |del? )?(\\d{1,2})${to}(\\d{1,2})(?: de| of)?\\s(${MONTH})\\b`)
  if (before !== null) return span(today, { from: before[0], to: before[1], month: before[2] })
  const after = text.take(`(${MONTH})\\s(\\d{1,2})${to}(\\d{1,2})(?![:\\w])`)
  return after && span(today, { from: after[1], to: after[2], month: after[0] })
}

function span(
  today: Date,
  said: { from?: string | undefined; to?: string | undefined; month?: string | undefined },
): ReadDays {
  const month = monthOf(said.month)
  const first = coming(today, { day: Number(said.from), month, year: undefined })
  const last = new Date(first.getFullYear(), month, Number(said.to))
  return { first, last: last < first ? first : last, rule: null }
}

/** `12 de diciembre`, `dec 24th, 2027`, `24/12`, `2026-12-24`. */
function readDate(text: ReadText, today: Date, isMonthFirst: boolean): ReadDays | null {
  const iso = text.take('(\\d{4})-(\\d\\d)-(\\d\\d)(?!\\d)')
  if (iso !== null) return only(new Date(Number(iso[0]), Number(iso[1]) - 1, Number(iso[2])))
  const named = text.take(`(\\d{1,2})(?:st|nd|rd|th)?(?: de| of)?\\s(${MONTH})\\b(?:(?:,| de| del)?\\s(\\d{4}))?`)
  if (named !== null) return only(coming(today, { day: Number(named[0]), month: monthOf(named[1]), year: named[2] }))
  const american = text.take(`(${MONTH})\\s(\\d{1,2})(?:st|nd|rd|th)?(?![:\\w])(?:,?\\s(\\d{4}))?`)
  if (american !== null)
    return only(coming(today, { day: Number(american[1]), month: monthOf(american[0]), year: american[2] }))
  return readSlashes(text, today, isMonthFirst)
}

/** `24/12` and `12/24` are one day, whoever writes it; `11/12` depends on the reader. */
function readSlashes(text: ReadText, today: Date, isMonthFirst: boolean): ReadDays | null {
  const slashes =
    text.take('(0?[1-9]|1[0-2])/(0?[1-9]|[12]\\d|3[01])(?:/(\\d{4}|\\d{2}))?(?![\\d/])') ??
    text.take('(0?[1-9]|[12]\\d|3[01])/(0?[1-9]|1[0-2])(?:/(\\d{4}|\\d{2}))?(?![\\d/])')
  if (slashes === null) return null
  const [one, two] = [Number(slashes[0]), Number(slashes[1])]
  const [month, day] = two > 12 || (one <= 12 && isMonthFirst) ? [one, two] : [two, one]
  const year = slashes[2]?.length === 2 ? `20${slashes[2]}` : slashes[2]
  return only(coming(today, { day, month: month - 1, year }))
}

/** A day of the year; without a year, the next one from today on. */
function coming(today: Date, { day, month, year }: { day: number; month: number; year: string | undefined }): Date {
  if (year !== undefined) return new Date(Number(year), month, day)
  const soon = new Date(today.getFullYear(), month, day)
  return soon < today ? new Date(today.getFullYear() + 1, month, day) : soon
}

function readRelative(text: ReadText, today: Date): ReadDays | null {
  if (text.take('(?:the )?(?:day after tomorrow|pasado manana)\\b')) return only(dayAfter(today, 2))
  if (text.take('(?:tomorrow|manana)\\b')) return only(dayAfter(today, 1))
  if (text.take('(?:today|hoy)\\b')) return only(today)
  const found = text.take('(?:in|en|dentro de)\\s(\\d{1,3}|an?|una?)\\s(days?|dias?|weeks?|semanas?)\\b')
  if (found === null) return null
  const count = /^\d/.test(found[0] ?? '') ? Number(found[0]) : 1
  return only(dayAfter(today, count * (/^[ws]/.test(found[1] ?? '') ? 7 : 1)))
}

/** `friday`, `next friday`, `el viernes que viene`: the coming one, never today. */
function readWeekday(text: ReadText, today: Date): ReadDays | null {
  const found = text.take(
    `(?:(?:next|this|on|el|este|proximo|el proximo)\\s)*(${WEEKDAY})\\b(?:\\s(?:que viene|proximo))?`,
  )
  return found && only(next(today, weekdayOf(found[0]), 1))
}

/** The first such weekday that is so many days away at least. */
function next(today: Date, weekday: number, least: number): Date {
  const from = dayAfter(today, least)
  return dayAfter(from, (weekday - ((from.getDay() + 6) % 7) + 7) % 7)
}
