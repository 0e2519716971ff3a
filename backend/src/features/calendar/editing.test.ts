import { describe, expect, it } from '@jest/globals'
import { changeEvent, deleteEvent, type Aim, type WantedEvent } from './editing.ts'
import { occurrencesIn } from './expanding.ts'
import type { EventContent, StoredEvent } from './types.ts'

const CONTENT: EventContent = {
  title: 'Piano',
  allDay: false,
  start: '2026-10-07T17:30:00',
  end: '2026-10-07T18:15:00',
  zone: 'Europe/Madrid',
  place: '',
  notes: '',
  who: [],
  reminders: [],
  files: [],
  private: false,
}
const event = (more: Partial<StoredEvent> = {}): StoredEvent => ({
  ...CONTENT,
  id: '1-a',
  version: 1,
  calendar: 'own-1',
  rule: 'FREQ=WEEKLY',
  skipped: [],
  changedOnes: [],
  uid: null,
  changedAt: 1,
  changedBy: 1,
  ...more,
})
const wanted = (content: Partial<EventContent> = {}, rule: string | null = 'FREQ=WEEKLY'): WantedEvent => ({
  calendar: 'own-1',
  rule,
  content: { ...CONTENT, ...content },
})
const aim = (scope: Aim['scope'], at: string | null): Aim => ({ scope, at, by: 1, now: 2, newId: () => '1-new' })
const AUTUMN = { from: Date.parse('2026-10-01T00:00:00Z'), to: Date.parse('2026-11-12T00:00:00Z') }

/** What happens in autumn, by UTC. */
const timesOf = (...events: StoredEvent[]): string[] =>
  events
    .flatMap((one) => occurrencesIn(one, AUTUMN))
    .map(({ start, content }) => `${new Date(start).toISOString().slice(0, 16)} ${content.title}`)
    .toSorted()

describe('a weekly event', () => {
  it('keeps its time on the clock when summer time ends', () => {
    expect(timesOf(event())).toEqual([
      '2026-10-07T15:30 Piano',
      '2026-10-14T15:30 Piano',
      '2026-10-21T15:30 Piano',
      '2026-10-28T16:30 Piano',
      '2026-11-04T16:30 Piano',
      '2026-11-11T16:30 Piano',
    ])
  })

  it('changes once', () => {
    const at = '2026-10-14T17:30:00'
    const later = wanted({ start: '2026-10-15T18:00:00', end: '2026-10-15T18:45:00' })
    const { main } = changeEvent(event(), later, aim('this', at))
    expect(main?.version).toBe(2)
    expect(timesOf(main ?? event())).toContain('2026-10-15T16:00 Piano')
    expect(timesOf(main ?? event())).not.toContain('2026-10-14T15:30 Piano')
    // Back at its place, it is no exception any more.
    const back = wanted({ start: at, end: '2026-10-14T18:15:00' })
    expect(changeEvent(main ?? event(), back, aim('this', at)).main?.changedOnes).toEqual([])
  })

  it('changes from one occurrence on, with the exceptions that come later', () => {
    const before = event({ skipped: ['2026-10-14T17:30:00', '2026-11-04T17:30:00'], rule: 'FREQ=WEEKLY;COUNT=6' })
    const tuesdays = wanted({ title: 'Guitar', start: '2026-10-20T17:30:00', end: '2026-10-20T18:15:00' }, before.rule)
    const { put } = changeEvent(before, tuesdays, aim('following', '2026-10-21T17:30:00'))
    expect(put.map(({ id }) => id)).toEqual(['1-a', '1-new'])
    expect(put[1]?.rule).toBe('FREQ=WEEKLY;COUNT=4')
    expect(timesOf(...put)).toEqual([
      '2026-10-07T15:30 Piano',
      '2026-10-20T15:30 Guitar',
      '2026-10-27T16:30 Guitar',
      '2026-11-10T16:30 Guitar',
    ])
  })

  it('changes as a whole, by one of its occurrences', () => {
    const before = event({ skipped: ['2026-10-14T17:30:00'], rule: 'FREQ=WEEKLY;BYDAY=WE' })
    const thursdays = wanted({ start: '2026-10-29T17:00:00', end: '2026-10-29T18:00:00' }, before.rule)
    const { main } = changeEvent(before, thursdays, aim('all', '2026-10-28T17:30:00'))
    expect(main).toMatchObject({ rule: 'FREQ=WEEKLY;BYDAY=TH', skipped: ['2026-10-15T17:00:00'] })
    expect(timesOf(main ?? event())).toEqual([
      '2026-10-08T15:00 Piano',
      '2026-10-22T15:00 Piano',
      '2026-10-29T16:00 Piano',
      '2026-11-05T16:00 Piano',
    ])
  })

  it('becomes one of whole days', () => {
    const days = wanted({ allDay: true, start: '2026-10-14', end: '2026-10-16' })
    const { main } = changeEvent(event({ skipped: ['2026-10-21T17:30:00'] }), days, aim('all', '2026-10-14T17:30:00'))
    expect(main).toMatchObject({ start: '2026-10-07', end: '2026-10-09', skipped: ['2026-10-21'] })
  })

  it('becomes one that happens once', () => {
    const once = wanted({ start: '2026-10-14T17:30:00', end: '2026-10-14T18:15:00' }, null)
    const { main } = changeEvent(event(), once, aim('all', '2026-10-14T17:30:00'))
    expect(timesOf(main ?? event())).toEqual(['2026-10-14T15:30 Piano'])
  })

  it('is left out once, or ends, or goes', () => {
    const at = '2026-10-14T17:30:00'
    const once = deleteEvent(event(), aim('this', at))
    expect(once.skipped).toBe(at)
    expect(timesOf(once.main ?? event())).not.toContain('2026-10-14T15:30 Piano')
    const { main } = deleteEvent(event(), aim('following', at))
    expect(timesOf(main ?? event())).toEqual(['2026-10-07T15:30 Piano'])
    expect(deleteEvent(event(), aim('following', '2026-10-07T17:30:00')).removed).toEqual(['1-a'])
    expect(deleteEvent(event(), aim('all', at)).removed).toEqual(['1-a'])
  })

  it('has no occurrence where it does not happen', () => {
    for (const scope of ['this', 'following', 'all'] as const)
      expect(() => changeEvent(event(), wanted(), aim(scope, '2026-10-15T17:30:00'))).toThrow('does not happen')
    expect(() => deleteEvent(event(), aim('this', 'never'))).toThrow('does not happen')
  })
})
