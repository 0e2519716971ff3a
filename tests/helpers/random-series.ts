// Random series for tests: rules as people and programs write them, near the changes of the clock.
import fc from 'fast-check'
import type { StoredEvent } from '../../backend/src/features/calendar/types.ts'

export interface RandomSeries {
  rule: string
  allDay: boolean
  start: string
  end: string
  zone: string
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const ZONES = ['Europe/Madrid', 'America/New_York', 'Australia/Adelaide', 'America/Santiago', 'Asia/Tokyo', 'UTC']
const listOf = <T>(one: fc.Arbitrary<T>, maxLength: number) =>
  fc.uniqueArray(one, { minLength: 1, maxLength }).map((values) => values.join(','))
const weekdays = listOf(fc.constantFrom(...WEEKDAYS), 3)
const ordinals = fc.tuple(fc.constantFrom('1', '2', '3', '4', '-1', '-2'), fc.constantFrom(...WEEKDAYS))
const monthDays = listOf(fc.oneof(fc.integer({ min: 1, max: 31 }), fc.integer({ min: -5, max: -1 })), 3)
const months = listOf(fc.integer({ min: 1, max: 12 }), 3)

const shape = fc.oneof(
  fc.constant('FREQ=DAILY'),
  months.map((list) => `FREQ=DAILY;BYMONTH=${list}`),
  fc.constant('FREQ=WEEKLY'),
  weekdays.map((list) => `FREQ=WEEKLY;BYDAY=${list}`),
  fc.constant('FREQ=MONTHLY'),
  monthDays.map((list) => `FREQ=MONTHLY;BYMONTHDAY=${list}`),
  ordinals.map(([number, day]) => `FREQ=MONTHLY;BYDAY=${number}${day}`),
  fc.constantFrom(1, -1, 2).map((place) => `FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=${place}`),
  fc.constant('FREQ=YEARLY'),
  fc
    .tuple(fc.integer({ min: 1, max: 12 }), ordinals)
    .map(([month, [number, day]]) => `FREQ=YEARLY;BYMONTH=${month};BYDAY=${number}${day}`),
  fc
    .tuple(months, fc.integer({ min: 1, max: 28 }))
    .map(([list, day]) => `FREQ=YEARLY;BYMONTH=${list};BYMONTHDAY=${day}`),
)
const ending = fc.oneof(
  fc.constant(''),
  fc.integer({ min: 1, max: 400 }).map((count) => `;COUNT=${count}`),
  fc.integer({ min: 1, max: 700 }).map((days) => `;DAYS=${days}`),
)
/** Days around the changes of the clock, and any other. */
const days = fc.oneof(
  fc.constantFrom('2026-03-27', '2026-10-24', '2026-11-01', '2026-03-07', '2026-04-04', '2026-09-05', '2024-02-29'),
  fc.integer({ min: 0, max: 1500 }).map((day) => new Date(Date.UTC(2023, 0, 1 + day)).toISOString().slice(0, 10)),
)
/** Not between midnight and four, when a clock may skip an hour: programs differ in what happens then. */
const times = fc.integer({ min: 16, max: 95 }).map((quarter) => {
  const hour = String(Math.floor(quarter / 4)).padStart(2, '0')
  return `${hour}:${String((quarter % 4) * 15).padStart(2, '0')}:00`
})

export const randomSeries: fc.Arbitrary<RandomSeries> = fc
  .record({
    shape,
    ending,
    interval: fc.constantFrom(1, 1, 1, 2, 3, 5),
    day: days,
    time: times,
    zone: fc.constantFrom(...ZONES),
    allDay: fc.boolean(),
  })
  .map(({ shape: form, ending: end, interval, day, time, zone, allDay }) => {
    const every = interval === 1 ? '' : `;INTERVAL=${interval}`
    const until = /DAYS=(\d+)/.exec(end)?.[1]
    const last = until === undefined ? end : `;UNTIL=${untilOf(day, Number(until), allDay)}`
    const start = allDay ? day : `${day}T${time}`
    const after = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
    return { rule: form + every + last, allDay, start, end: allDay ? after : `${day}T23:59:00`, zone }
  })

/** In the form of the event: ical.js compares it so. */
function untilOf(day: string, later: number, allDay: boolean): string {
  const last = new Date(Date.parse(`${day}T00:00:00Z`) + later * 86_400_000).toISOString().slice(0, 10)
  return allDay ? last.replaceAll('-', '') : `${last.replaceAll('-', '')}T235959`
}

export const storedOf = (series: RandomSeries): StoredEvent => ({
  ...series,
  title: 'A',
  place: '',
  notes: '',
  who: [],
  reminders: [],
  files: [],
  private: false,
  id: '1-a',
  version: 1,
  calendar: 'own-1',
  skipped: [],
  changedOnes: [],
  uid: null,
  changedAt: 1,
  changedBy: 1,
})
