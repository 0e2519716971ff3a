// Repetitions against ical.js, which expands rules in another way: random ones, summer-time changes included.
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { environment } from '../../../../scripts/lib/environment.ts'
import { findPython } from '../../../../tests/helpers/python.ts'
import { type RandomSeries, randomSeries, storedOf } from '../../../../tests/helpers/random-series.ts'
import { occurrencesIn } from './expanding.ts'
import { writeCalendar } from './icalendar/writing.ts'
import { checkRule, rulePartsOf } from './rules.ts'

const isFull = Boolean(environment()['NIDO_FULL'])
const RUNS = isFull ? 10_000 : 300
const SEED = 20_261_126
const YEARS = 3

/** The days from the first one on, for some years. */
const windowOf = (start: string) => {
  const from = Date.parse(`${start.slice(0, 10)}T00:00:00Z`)
  return { from: from - 86_400_000, to: from + YEARS * 366 * 86_400_000 }
}

function ours(series: RandomSeries): string[] {
  const event = storedOf({ ...series, rule: checkRule(series.rule, series) })
  const window = windowOf(series.start)
  return occurrencesIn(event, window)
    .filter(({ start }) => start < window.to)
    .map(({ at }) => at ?? '')
    .toSorted()
}

function theirs({ rule, start, zone, allDay }: RandomSeries): string[] {
  const first = allDay ? ICAL.Time.fromDateString(start) : ICAL.Time.fromDateTimeString(start)
  const iterator = ICAL.Recur.fromString(rule).iterator(first)
  const found = [start]
  const { to } = windowOf(start)
  const count = Number(rulePartsOf(rule)['COUNT'] ?? Number.POSITIVE_INFINITY)
  for (let next = iterator.next(); next; next = iterator.next()) {
    const at = next.toString()
    // The first occurrence counts (RFC 5545 section 3.8.5.3), whether or not the rule brings it.
    if (found.length >= count || momentOf(at, zone, allDay) >= to) break
    if (!found.includes(at)) found.push(at)
  }
  return found.filter((at) => momentOf(at, zone, allDay) < to).toSorted()
}

/**
 * Where ical.js is wrong: it takes 1 March for a missing 29 February, which RFC 5545 section 3.3.10 says to ignore, and
 * its first choice by BYSETPOS is not always one. recurring-ical-events is asked these, too.
 */
const isBeyondThem = ({ rule, start }: RandomSeries): boolean =>
  rule.includes('BYSETPOS') ||
  (rule.startsWith('FREQ=YEARLY') && !rule.includes('BY') && start.slice(5, 10) === '02-29')

/**
 * The standard only says that a first day SHOULD be one that the rule brings: recurring-ical-events does not count
 * another one.
 */
function isCountedOtherwise({ rule, start, allDay }: RandomSeries): boolean {
  const { COUNT: count, BYMONTH: months, BYSETPOS: place } = rulePartsOf(rule)
  if (count === undefined) return false
  if (place !== undefined || months?.split(',').includes(String(Number(start.slice(5, 7)))) === false) return true
  const first = allDay ? ICAL.Time.fromDateString(start) : ICAL.Time.fromDateTimeString(start)
  return ICAL.Recur.fromString(rule).iterator(first).next()?.toString() !== start
}

const momentOf = (at: string, zone: string, allDay: boolean): number =>
  allDay ? Date.parse(`${at}T00:00:00Z`) : Temporal.PlainDateTime.from(at).toZonedDateTime(zone).epochMilliseconds

const PYTHON_LIMIT_MS = 30 * 60_000

/** Our own file of a series, and the days that are looked at. */
async function questionOf(series: RandomSeries): Promise<string> {
  const event = storedOf({ ...series, rule: checkRule(series.rule, series) })
  const { from, to } = windowOf(series.start)
  const seen = { event, busyTitle: '', isBusy: () => false }
  let text = ''
  for await (const piece of writeCalendar({ name: null, events: [seen], now: to })) text += piece
  return JSON.stringify([text, ...[from, to].map((ms) => new Date(ms).toISOString().slice(0, 10))])
}

/** Those that both sides look at whole, since a window cuts its first and last day by other zones. */
const within = (starts: readonly string[], { start }: RandomSeries): string[] => {
  const last = new Date(windowOf(start).to - 2 * 86_400_000).toISOString().slice(0, 10)
  return starts.filter((at) => at.slice(0, 10) < last)
}

describe('repetitions', () => {
  it('are chosen by their place in the month', () => {
    const days = { allDay: true, end: '2026-11-02', start: '2026-11-01', zone: 'UTC' }
    expect(ours({ ...days, rule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=2;COUNT=3' })).toEqual([
      '2026-11-01',
      '2026-11-03',
      '2026-12-02',
    ])
  })

  it('of a 29 February are in leap years', () => {
    const days = { allDay: true, end: '2024-03-01', start: '2024-02-29', zone: 'UTC' }
    expect(ours({ ...days, rule: 'FREQ=YEARLY' })).toEqual(['2024-02-29'])
  })

  it(`are those of ical.js, for ${RUNS} random rules`, () => {
    const random = randomSeries.filter((series) => !isBeyondThem(series))
    const property = fc.property(random, (series) => expect(ours(series)).toEqual(theirs(series)))
    fc.assert(property, { seed: SEED, numRuns: RUNS })
  })

  // Slow, and its libraries have to be installed.
  if (isFull)
    it(
      `are those of recurring-ical-events, which reads our files, for ${RUNS} random rules`,
      async () => {
        const python = await findPython()
        if (python === null) return
        const random = randomSeries.filter((series) => !isCountedOtherwise(series))
        const all = fc.sample(random, { seed: SEED, numRuns: RUNS })
        const questions = await Promise.all(all.map(questionOf))
        const answers = (await python('expand.py', `${questions.join('\n')}\n`)).trim().split('\n')
        for (const [index, series] of all.entries())
          expect([series, within(JSON.parse(answers[index] ?? '[]') as string[], series)]).toEqual([
            series,
            within(ours(series), series),
          ])
      },
      PYTHON_LIMIT_MS,
    )
})
