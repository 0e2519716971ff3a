// The holidays of countries. Runs in a child: the library and its data take 40 MB, and an answer is kept for long.
import type { HolidayChoice } from '../../../../contract/calendar-subscriptions.ts'
import type { Task } from '../../../lib/child/serve.ts'

export interface HolidayQuestion {
  choice: HolidayChoice
  /** Languages in which names are wanted, the best one first. */
  languages: string[]
  year: number
}

export interface Holiday {
  /** The first day, `2026-12-25`. */
  day: string
  days: number
  name: string
}

/** States of a country, or regions of a state; countries if nothing is said. */
export interface PlacesQuestion {
  country?: string | undefined
  state?: string | undefined
  language: string
}

const HOUR_MS = 3_600_000
const DAY_HOURS = 24

/** The value of the answer is a list of `Holiday`; `input` is a `HolidayQuestion`. */
export const holidays: Task = async (input) => {
  const { choice, languages, year } = input as HolidayQuestion
  const { country, state, region, observances } = choice
  const { default: Holidays } = await import('date-holidays')
  const types = observances ? (['observance', 'optional', 'bank', 'public'] as const) : (['bank', 'public'] as const)
  const known = new Holidays({ country, ...(state && { state }), ...(region && { region }) }, { types: [...types] })
  known.setLanguages(languages)
  const found = (known.getHolidays(year) || []).map(({ date, start, end, name }): Holiday => ({
    day: date.slice(0, 10),
    // Some begin on the evening before; those hours are no day of their own.
    days: Math.max(1, Math.floor((end.getTime() - start.getTime()) / HOUR_MS / DAY_HOURS)),
    name,
  }))
  // A holiday and the day that is taken for it may be the same day.
  const first = new Map(found.toReversed().map((one) => [`${one.day} ${one.name.replace(/ \([^)]*\)$/, '')}`, one]))
  return { value: [...first.values()].toReversed() }
}

/** The value of the answer is a list of places by their codes, in no order; `input` is a `PlacesQuestion`. */
export const placesWithHolidays: Task = async (input) => {
  const { country, state, language } = input as PlacesQuestion
  const { default: Holidays } = await import('date-holidays')
  const names = new Holidays().query(country, state, language) ?? {}
  return { value: Object.entries(names).map(([code, name]) => ({ code, name })) }
}
