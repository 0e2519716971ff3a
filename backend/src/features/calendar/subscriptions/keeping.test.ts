import { describe, expect, it } from '@jest/globals'
import { SUBSCRIPTION_EVENTS_MAX } from '../../../../contract/calendar-limits.ts'
import { readCalendar } from '../icalendar/reading.ts'
import { keptOf } from './keeping.ts'

const NOW = Date.UTC(2026, 10, 26)
const KEEPING = { id: 'school', owner: 7, now: NOW }
const event = (uid: string, start: string, ...lines: string[]) =>
  ['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:${uid}`, `DTSTART:${start}`, ...lines, 'END:VEVENT'].join('\r\n')
const kept = (...events: string[]) => {
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n')
  return keptOf(readCalendar(text, { zone: 'UTC', most: 20_000 }).events, KEEPING)
}
const titles = (...events: string[]) => kept(...events).events.map(({ title }) => title)

describe('an outside calendar', () => {
  it('is kept without what is over for long, and with all that repeats', () => {
    const daily = event('daily', '20100101T080000Z', 'RRULE:FREQ=DAILY')
    const events = [event('old', '20250101T080000Z'), event('lately', '20260101T080000Z'), daily]
    expect([titles(...events), kept(...events).left]).toEqual([['daily', 'lately'], 1])
  })

  it('has its nearest events, if it has too many', () => {
    const day = (index: number) => new Date(NOW + index * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
    const many = Array.from({ length: SUBSCRIPTION_EVENTS_MAX + 3 }, (_, index) => event(`e${index}`, day(index)))
    const { events, left } = kept(...many)
    expect([events.length, left, events.some(({ title }) => title === 'e5002')]).toEqual([
      SUBSCRIPTION_EVENTS_MAX,
      3,
      false,
    ])
  })

  it('has the same ids after each fetch, is private to nobody and reminds nobody', () => {
    const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT5M', 'END:VALARM']
    const read = () => kept(event('a', '20261201T080000Z', 'CLASS:PRIVATE', ...alarm)).events[0]
    expect(read()).toMatchObject({ private: false, reminders: [], calendar: 'school', changedBy: 7 })
    expect(read()?.id).toBe(read()?.id)
    expect(read()?.id).toMatch(/^outside-school-[\da-f]{16}$/)
  })
})
