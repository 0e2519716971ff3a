// Holidays as events, and the places whose holidays are known.
import type { HolidayChoice, HolidayPlaces } from '../../../../contract/calendar-subscriptions.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { ChildPool } from '../../../lib/child/pool.ts'
import { createLru } from '../../../lib/lru.ts'
import { tagOfLocale } from '../../../lib/spoken-words.ts'
import { OUTSIDE } from '../subscriptions/keeping.ts'
import { shifted } from '../times.ts'
import type { StoredEvent } from '../types.ts'
import type { Holiday, HolidayQuestion, PlacesQuestion } from './task.ts'

export interface HolidaysOptions {
  children: Pick<ChildPool, 'run'>
}

/** Whose holidays, and in which language their names are. */
export interface HolidayCalendar {
  /** The id of the subscription. */
  id: string
  choice: HolidayChoice
  locale: string
}

const COMPUTING_MS = 20_000
const KNOWN = 500

export class Holidays {
  readonly #options: HolidaysOptions
  /** Promises, so that those who ask at once wait for one answer. */
  readonly #known = createLru<string, Promise<unknown>>(KNOWN)

  constructor(options: HolidaysOptions) {
    this.#options = options
  }

  /** The holidays of a year, as events. @throws AppError `unavailable` */
  async events({ id, choice, locale }: HolidayCalendar, year: number): Promise<StoredEvent[]> {
    const languages = [...new Set([languageOf(locale), 'en'])]
    const found = await this.#ask<Holiday[]>('holidays', { choice, languages, year } satisfies HolidayQuestion)
    return found.map((holiday, index) => eventOf(holiday, id, `${year}-${index}`))
  }

  /** @throws AppError `unavailable` */
  async places(question: Omit<PlacesQuestion, 'language'>, locale: string): Promise<HolidayPlaces['items']> {
    const language = languageOf(locale)
    const found = await this.#ask<HolidayPlaces['items']>('placesWithHolidays', { ...question, language })
    const tag = tagOfLocale(locale)
    const named =
      question.country === undefined ? found.map((place) => ({ ...place, ...countryIn(place.code, tag) })) : found
    return named.toSorted((a, b) => a.name.localeCompare(b.name, tag))
  }

  /** What such a place is called: `Spain, Comunidad de Madrid`. @throws AppError `notFound`, `unavailable` */
  async nameOf({ country, state, region }: HolidayChoice, locale: string): Promise<string> {
    if (state === null && region !== null) throw new AppError('notFound', 'there is no such place')
    const steps = [
      { code: country, within: {} },
      { code: state, within: { country } },
      { code: region, within: { country, state: state ?? undefined } },
    ]
    const names: string[] = []
    for (const { code, within } of steps) {
      if (code === null) continue
      const place = (await this.places(within, locale)).find((one) => one.code === code)
      if (place === undefined) throw new AppError('notFound', 'there is no such place')
      names.push(place.name)
    }
    return names.join(', ')
  }

  #ask<T>(task: string, input: unknown): Promise<T> {
    const key = `${task} ${JSON.stringify(input)}`
    const known = this.#known.get(key)
    if (known) return known as Promise<T>
    const asked = this.#run(task, input)
    this.#known.set(key, asked)
    asked.catch(() => this.#known.delete(key))
    return asked as Promise<T>
  }

  async #run(task: string, input: unknown): Promise<unknown> {
    const body = { length: 0, open: () => [] }
    // A child that has begun ends by its own limits.
    const signal = AbortSignal.timeout(2 * COMPUTING_MS)
    return (await this.#options.children.run({ task, input, body, limitMs: COMPUTING_MS, signal })).value
  }
}

const languageOf = (locale: string): string => locale.slice(0, 2).toLowerCase()

/** The name of a country as people of a language say it; none for a language or a code that nobody knows. */
function countryIn(code: string, language: string): { name?: string } {
  try {
    const name = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(code)
    return name === undefined ? {} : { name }
  } catch {
    return {}
  }
}

function eventOf({ day, days, name }: Holiday, id: string, number: string): StoredEvent {
  return {
    id: `${OUTSIDE}${id}-${number}`,
    version: 1,
    calendar: id,
    title: name,
    allDay: true,
    start: day,
    end: shifted(day, Temporal.Duration.from({ days })),
    zone: 'UTC',
    place: '',
    notes: '',
    who: [],
    reminders: [],
    files: [],
    private: false,
    rule: null,
    skipped: [],
    changedOnes: [],
    uid: null,
    changedAt: 0,
    changedBy: 0,
  }
}
