import { describe, expect, it } from '@jest/globals'
import { RULE_EXCEPTIONS_MAX } from '../../../../contract/calendar-limits.ts'
import { readCalendar } from './reading.ts'
import type { ReadCalendar } from './types.ts'

const WISH = { zone: 'Europe/Madrid', most: 100 }
const calendar = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//a//b//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]): string => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
const DENTIST = ['UID:1', 'SUMMARY:Dentist', 'DTSTART;TZID=Europe/Madrid:20261126T160000']
const read = (...lines: string[]): ReadCalendar => readCalendar(calendar(...lines), WISH)
const one = (...lines: string[]) => {
  const { events, refused } = read(event(...lines))
  expect(refused).toEqual([])
  return events[0]
}
const times = (...lines: string[]) => {
  const { allDay, start, end, zone } = one(...lines)?.content ?? {}
  return [allDay, start, end, zone]
}

describe('a file', () => {
  it('says what its events are', () => {
    const found = read(
      'X-WR-CALNAME:Ana\\, at home',
      event(
        ...DENTIST,
        'DTEND;TZID=Europe/Madrid:20261126T170000',
        'LOCATION:Main Street 1\\, 2nd floor',
        'DESCRIPTION:Bring the card\\nand be early. This line is so long that it is fo',
        ' lded.',
        'URL:https://example.org/a',
        'CLASS:PRIVATE',
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        'TRIGGER:-PT1H',
        'END:VALARM',
      ),
    )
    expect(found).toEqual({
      name: 'Ana, at home',
      refused: [],
      events: [
        {
          uid: '1',
          rule: null,
          skipped: [],
          changedOnes: [],
          content: {
            title: 'Dentist',
            allDay: false,
            start: '2026-11-26T16:00:00',
            end: '2026-11-26T17:00:00',
            zone: 'Europe/Madrid',
            place: 'Main Street 1, 2nd floor',
            notes: 'Bring the card\nand be early. This line is so long that it is folded.\n\nhttps://example.org/a',
            reminders: [60],
            private: true,
          },
        },
      ],
    })
  })

  it.each([
    ['nothing', ''],
    ['a page', '<html></html>'],
    ['a picture', '\u0089PNG\r\n\u001a\n'],
    ['a card', 'BEGIN:VCARD\r\nEND:VCARD\r\n'],
  ])('that is %s is no calendar', (_, text) => expect(() => readCalendar(text, WISH)).toThrow('no calendar'))

  it('has so many events at most', () => {
    const many = Array.from({ length: 101 }, () => event(...DENTIST))
    expect(() => read(...many)).toThrow('100 events')
  })

  it('may have lines that end in other ways, and a mark at its beginning', () => {
    const text = `\uFEFF${calendar(event(...DENTIST))}`.replaceAll('\r\n', '\n')
    expect(readCalendar(text, WISH).events).toHaveLength(1)
  })
})

describe('a time', () => {
  it.each([
    ['a day', ['DTSTART;VALUE=DATE:20261126'], [true, '2026-11-26', '2026-11-27', 'Europe/Madrid']],
    [
      'days whose last one is told instead of the one after it',
      ['DTSTART;VALUE=DATE:20261126', 'DTEND;VALUE=DATE:20261126'],
      [true, '2026-11-26', '2026-11-27', 'Europe/Madrid'],
    ],
    ['a moment', ['DTSTART:20261126T160000Z'], [false, '2026-11-26T16:00:00', '2026-11-26T16:00:00', 'UTC']],
    [
      'one without a zone, in that of the person',
      ['DTSTART:20261126T160000', 'DURATION:PT90M'],
      [false, '2026-11-26T16:00:00', '2026-11-26T17:30:00', 'Europe/Madrid'],
    ],
    [
      'one that ends in another zone',
      ['DTSTART;TZID=Europe/Madrid:20261126T160000', 'DTEND;TZID=Europe/London:20261126T160000'],
      [false, '2026-11-26T16:00:00', '2026-11-26T17:00:00', 'Europe/Madrid'],
    ],
    [
      'a day and an hour, across summer time',
      ['DTSTART;TZID=Europe/Madrid:20261024T220000', 'DURATION:P1DT1H'],
      [false, '2026-10-24T22:00:00', '2026-10-25T23:00:00', 'Europe/Madrid'],
    ],
    [
      'one in a zone as Windows calls it',
      ['DTSTART;TZID=Romance Standard Time:20261126T160000'],
      [false, '2026-11-26T16:00:00', '2026-11-26T16:00:00', 'Europe/Paris'],
    ],
    [
      'one in a zone with a long name',
      ['DTSTART;TZID=/mozilla.org/20050126_1/America/Argentina/Buenos_Aires:20261126T160000'],
      [false, '2026-11-26T16:00:00', '2026-11-26T16:00:00', 'America/Argentina/Buenos_Aires'],
    ],
  ])('is %s', (_, lines, expected) => expect(times('UID:1', 'SUMMARY:A', ...lines)).toEqual(expected))

  it('may be in a zone whose usual name the file tells', () => {
    const found = read(
      'BEGIN:VTIMEZONE\r\nTZID:Home\r\nX-LIC-LOCATION:Europe/Madrid\r\nEND:VTIMEZONE',
      event('UID:1', 'SUMMARY:A', 'DTSTART;TZID=Home:20261126T160000'),
    )
    expect(found.events[0]?.content.zone).toBe('Europe/Madrid')
  })

  it('may be in the zone of the calendar', () => {
    const found = read('X-WR-TIMEZONE:Asia/Tokyo', event('UID:1', 'DTSTART:20261126T160000'))
    expect(found.events[0]?.content.zone).toBe('Asia/Tokyo')
  })
})

describe('a reminder', () => {
  const minutes = (trigger: string) =>
    one(...DENTIST, 'DURATION:PT1H', `BEGIN:VALARM\r\nACTION:AUDIO\r\n${trigger}\r\nEND:VALARM`)?.content.reminders
  it.each([
    ['TRIGGER:-P1DT2H', [1560]],
    ['TRIGGER:-P1W', [10_080]],
    ['TRIGGER:PT0S', [0]],
    ['TRIGGER;RELATED=END:-PT90M', [30]],
    ['TRIGGER;VALUE=DATE-TIME:20261126T140000Z', [60]],
    ['TRIGGER:PT15M', []],
    ['TRIGGER:-P99W', []],
    ['TRIGGER:soon', []],
    ['X-NONE:1', []],
  ])('%s is %j minutes before', (trigger, expected) => expect(minutes(trigger)).toEqual(expected))
})

describe('a series', () => {
  const SERIES = ['UID:1', 'SUMMARY:Piano', 'DTSTART;TZID=Europe/Madrid:20261007T173000', 'DURATION:PT45M']

  it('has a rule, days without it, and days that differ', () => {
    const found = read(
      event(
        ...SERIES,
        'RRULE:FREQ=WEEKLY;UNTIL=20261231T225959Z;BYDAY=WE',
        'EXDATE;TZID=Europe/Madrid:20261014T173000,20261021T173000',
        'EXDATE:20261028T163000Z',
        'RDATE;TZID=Europe/Madrid:20261030T173000',
      ),
      event('UID:1', 'SUMMARY:Exam', 'RECURRENCE-ID:20261104T163000Z', 'DTSTART;TZID=Europe/Madrid:20261104T180000'),
      event('UID:1', 'STATUS:CANCELLED', 'RECURRENCE-ID;TZID=Europe/Madrid:20261111T173000', SERIES[2] ?? ''),
    )
    expect(found.refused).toEqual([])
    expect(found.events).toHaveLength(1)
    const [series] = found.events
    expect(series?.rule).toBe('FREQ=WEEKLY;UNTIL=20261231T225959Z;BYDAY=WE')
    expect(series?.skipped).toEqual([
      '2026-10-14T17:30:00',
      '2026-10-21T17:30:00',
      '2026-10-28T17:30:00',
      '2026-11-11T17:30:00',
    ])
    expect(series?.changedOnes.map(({ at, content: { title, start, end } }) => [at, title, start, end])).toEqual([
      ['2026-10-30T17:30:00', 'Piano', '2026-10-30T17:30:00', '2026-10-30T18:15:00'],
      ['2026-11-04T17:30:00', 'Exam', '2026-11-04T18:00:00', '2026-11-04T18:00:00'],
    ])
  })

  it('may have other days without a rule', () => {
    const series = one('UID:1', 'SUMMARY:Fair', 'DTSTART;VALUE=DATE:20261007', 'RDATE;VALUE=DATE:20261009')
    expect(series?.rule).toBe('FREQ=DAILY;COUNT=1')
    expect(series?.changedOnes.map(({ at }) => at)).toEqual(['2026-10-09'])
  })

  it('whose first part is not in the file is events by themselves', () => {
    const found = read(
      event('UID:1', 'SUMMARY:A', 'RECURRENCE-ID:20261104T163000Z', 'DTSTART:20261104T163000Z'),
      event('UID:1', 'SUMMARY:B', 'RECURRENCE-ID:20261111T163000Z', 'DTSTART:20261111T163000Z'),
    )
    expect(found.events.map(({ uid, rule }) => [uid, rule])).toEqual([
      ['1', null],
      ['1 1', null],
    ])
  })

  it('counts in its latest version', () => {
    const found = read(event(...DENTIST, 'SEQUENCE:2'), event('UID:1', 'SUMMARY:Old', 'SEQUENCE:1', DENTIST[2] ?? ''))
    expect(found.events.map(({ content }) => content.title)).toEqual(['Dentist'])
  })
})

describe('what cannot come in is refused alone:', () => {
  const many = Array.from({ length: RULE_EXCEPTIONS_MAX + 1 }, (_, day) =>
    new Date(Date.UTC(2026, 10, 27 + day)).toISOString().slice(0, 10).replaceAll('-', ''),
  )
  it.each([
    ['zone', 'Mars/Olympus', ['UID:2', 'SUMMARY:Odd', 'DTSTART;TZID=Mars/Olympus:20261126T160000']],
    ['rule', '', ['UID:2', 'SUMMARY:Odd', 'DTSTART:20261126T160000Z', 'RRULE:FREQ=HOURLY']],
    ['rule', '', ['UID:2', 'SUMMARY:Odd', 'DTSTART:20261126T160000Z', 'RRULE:FREQ=DAILY', 'RRULE:FREQ=WEEKLY']],
    ['rule', '', ['UID:2', 'SUMMARY:Odd', 'DTSTART:20261126T160000Z', 'RRULE:FREQ=DAILY', 'EXRULE:FREQ=WEEKLY']],
    ['unreadable', '', ['UID:2', 'SUMMARY:Odd', 'DTSTART:20261126T160000Z', 'RRULE:FREQ=NEVER']],
    ['unreadable', '', ['UID:2', 'SUMMARY:Odd', 'DTSTART:20261126T160000Z', 'what is this']],
    ['time', '', ['UID:2', 'SUMMARY:Odd']],
    ['time', '', ['UID:2', 'SUMMARY:Odd', 'DTSTART:20261341T990000Z']],
    ['time', '', ['UID:2', 'SUMMARY:Odd', 'DTSTART:20261126T160000Z', 'DTEND:20261126T150000Z']],
    ['time', '', ['UID:2', 'SUMMARY:Odd', 'DTSTART:20261126T160000Z', 'DTEND;VALUE=DATE:20261127']],
    ['time', '', ['UID:2', 'SUMMARY:Odd', 'DTSTART:10661014T090000Z']],
    ['time', '', ['UID:2', 'SUMMARY:Odd', 'DTSTART:20261126T160000Z', 'DURATION:-PT1H']],
    ['cancelled', '', ['UID:2', 'SUMMARY:Odd', 'DTSTART:20261126T160000Z', 'STATUS:CANCELLED']],
    [
      'exceptions',
      '',
      ['UID:2', 'SUMMARY:Odd', 'DTSTART;VALUE=DATE:20261126', 'RRULE:FREQ=DAILY', `EXDATE;VALUE=DATE:${many.join()}`],
    ],
  ])('%s %s', (why, detail, lines) => {
    const { events, refused } = read(event(...DENTIST), event(...lines))
    expect(events.map(({ uid }) => uid)).toEqual(['1'])
    expect(refused).toEqual([{ why, title: 'Odd', detail }])
  })

  it('a task', () => {
    expect(read('BEGIN:VTODO\r\nSUMMARY:Iron\r\nEND:VTODO').refused).toEqual([
      { why: 'task', title: 'Iron', detail: '' },
    ])
  })
})

it('an event without a UID gets the same one each time', () => {
  const [first, again] = [1, 2].map(() => one('SUMMARY:A', 'DTSTART:20261126T160000Z')?.uid)
  expect(first).toMatch(/^[\da-f]{64}$/)
  expect(again).toBe(first)
})

it('an event without a title is called by its place or its notes', () => {
  expect(one('UID:1', 'LOCATION:Harbour', 'DTSTART:20261126T160000Z')?.content.title).toBe('Harbour')
  expect(one('UID:1', 'DESCRIPTION:Row\\nRow', 'DTSTART:20261126T160000Z')?.content.title).toBe('Row')
})
