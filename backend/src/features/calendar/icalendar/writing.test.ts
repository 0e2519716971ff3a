import { describe, expect, it } from '@jest/globals'
import ICAL from 'ical.js'
import type { StoredEvent } from '../types.ts'
import type { Component } from './properties.ts'
import { readCalendar } from './reading.ts'
import { writeCalendar } from './writing.ts'

const NOW = Date.parse('2026-11-26T12:00:00Z')
const event = (more: Partial<StoredEvent> = {}): StoredEvent => ({
  title: 'Piano; with, \\ Ana',
  allDay: false,
  start: '2026-10-07T17:30:00',
  end: '2026-10-07T18:15:00',
  zone: 'Europe/Madrid',
  place: 'Room 1',
  notes: 'Bring\nthe notes — ñandú 🎹 '.repeat(9).trim(),
  who: [],
  reminders: [0, 90],
  files: [],
  private: false,
  id: '1-a',
  version: 3,
  calendar: 'own-1',
  rule: null,
  skipped: [],
  changedOnes: [],
  uid: null,
  changedAt: NOW,
  changedBy: 1,
  ...more,
})

async function written(...events: StoredEvent[]): Promise<string> {
  const seen = events.map((one) => ({ event: one, busyTitle: 'Busy', isBusy: () => false }))
  let text = ''
  for await (const piece of writeCalendar({ name: 'Ana', refresh: 'PT1H', events: seen, now: NOW })) text += piece
  return text
}
const readAgain = async (...events: StoredEvent[]) => readCalendar(await written(...events), { zone: 'UTC', most: 100 })

/** What an event of a file has in common with a stored one. */
const saysOf = ({ rule, skipped, changedOnes, ...one }: StoredEvent, uid: string) => {
  const content = ({ title, allDay, start, end, zone, place, notes, reminders, private: isPrivate }: typeof one) => ({
    title,
    allDay,
    start,
    end,
    zone,
    place,
    notes,
    reminders,
    private: isPrivate,
  })
  return {
    uid,
    rule,
    skipped,
    changedOnes: changedOnes.map((changed) => ({ at: changed.at, content: content({ ...one, ...changed.content }) })),
    content: content(one),
  }
}

describe('what is written', () => {
  it('is read again as it was', async () => {
    const days = event({ id: '1-b', allDay: true, start: '2026-10-07', end: '2026-10-09', zone: 'UTC', private: true })
    const inUtc = event({ id: '1-c', zone: 'UTC', uid: 'from@elsewhere', rule: 'FREQ=DAILY;COUNT=3' })
    const series = event({
      id: '1-d',
      rule: 'FREQ=WEEKLY;BYDAY=WE;UNTIL=20261231T225959Z',
      skipped: ['2026-10-14T17:30:00'],
      changedOnes: [
        {
          at: '2026-10-21T17:30:00',
          content: event({ title: 'Exam', start: '2026-10-21T19:00:00', end: '2026-10-21T20:00:00' }),
        },
        // Beside the rule.
        { at: '2026-10-23T17:30:00', content: event({ start: '2026-10-23T17:30:00', end: '2026-10-23T18:15:00' }) },
      ],
    })
    const { name, events, refused } = await readAgain(event(), days, inUtc, series)
    expect(refused).toEqual([])
    expect(name).toBe('Ana')
    expect(events).toEqual([
      saysOf(event(), '1-a@nido'),
      saysOf(days, '1-b@nido'),
      saysOf(inUtc, 'from@elsewhere'),
      saysOf(series, '1-d@nido'),
    ])
  })

  it('has lines of 75 bytes at most that end as the standard says', async () => {
    const lines = (await written(event())).split('\r\n')
    expect(lines.at(-1)).toBe('')
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
    expect(lines.join('')).not.toMatch(/[\r\n]/)
  })

  it('has no line that a title adds', async () => {
    const text = await written(event({ title: 'A\r\nATTACH:file:///etc/passwd\rX:1\u0000' }))
    expect(text).not.toMatch(/^(ATTACH|X):/m)
  })

  it('says only that the time is taken, where that is all that may be known', async () => {
    const seen = { event: event({ uid: 'surprise-party', private: true }), busyTitle: 'Busy', isBusy: () => true }
    let text = ''
    for await (const piece of writeCalendar({ name: null, events: [seen], now: NOW })) text += piece
    expect(text).toContain('SUMMARY:Busy\r\n')
    expect(text).not.toMatch(/surprise|Piano|Room|Bring|VALARM|X-WR-CALNAME/)
  })
})

describe('the time zones of a file', () => {
  const offsetsOf = async (zone: string, start: string, ...moments: string[]) => {
    const parsed = ICAL.parse(await written(event({ zone, start, end: start }))) as Component
    const found = new ICAL.Component([...parsed]).getFirstSubcomponent('vtimezone')
    if (!found) throw new Error('there is no time zone')
    const timezone = new ICAL.Timezone(found)
    return moments.map((moment) => timezone.utcOffset(ICAL.Time.fromDateTimeString(moment)) / 3600)
  }

  it('tell summer time, as ical.js reads it', async () => {
    const moments = ['2026-07-01T12:00:00', '2026-10-25T01:30:00', '2026-10-25T03:30:00', '2027-03-28T03:30:00']
    expect(await offsetsOf('Europe/Madrid', '2026-06-01T10:00:00', ...moments)).toEqual([2, 2, 1, 2])
  })

  it('may have none, or summer in winter', async () => {
    expect(await offsetsOf('Asia/Tokyo', '2026-06-01T10:00:00', '2026-07-01T12:00:00')).toEqual([9])
    const south = ['2026-01-10T12:00:00', '2026-07-01T12:00:00']
    expect(await offsetsOf('Australia/Adelaide', '2026-01-01T10:00:00', ...south)).toEqual([10.5, 9.5])
  })
})
