import { describe, expect, it } from '@jest/globals'
import type { Actor } from '../access/actor.ts'
import { remindersIn } from './reminding.ts'
import type { StoredEvent } from './types.ts'

const MINUTE_MS = 60_000
const event = (more: Partial<StoredEvent> = {}): StoredEvent => ({
  id: '1-a',
  version: 1,
  calendar: 'own-1',
  title: 'Dentist',
  place: 'High street 1',
  notes: '',
  allDay: false,
  start: '2026-11-26T16:00:00',
  end: '2026-11-26T17:00:00',
  zone: 'Europe/Madrid',
  who: [],
  reminders: [10],
  files: [],
  private: false,
  rule: null,
  skipped: [],
  changedOnes: [],
  uid: null,
  changedAt: 0,
  changedBy: 1,
  ...more,
})
const ana = { userId: 1 } as Actor
const leo = { userId: 2 } as Actor

/** The reminders of an event of Ana's book, or of another one, on some days. */
function on(days: string, of: Partial<StoredEvent>, { actor = ana, own = {}, book = 1 } = {}) {
  const [first = '', last = first] = days.split(' ')
  const window = { from: Date.parse(`${first}T00:00:00Z`), to: Date.parse(`${last}T23:59:59Z`) }
  return remindersIn({ actor, own }, { book, event: event(of) }, window).map(({ due, title }) =>
    [new Date(due).toISOString(), title].join(' '),
  )
}

describe('the reminders of an event', () => {
  it('come so many minutes before its start', () => {
    expect(on('2026-11-26', { reminders: [0, 10, 60] }).toSorted()).toEqual([
      '2026-11-26T14:00:00.000Z Dentist',
      '2026-11-26T14:50:00.000Z Dentist',
      '2026-11-26T15:00:00.000Z Dentist',
    ])
    expect(on('2026-11-26', { reminders: [] })).toEqual([])
    expect(on('2026-11-27', { reminders: [0] })).toEqual([])
    expect(on('2026-11-19', { reminders: [7 * 1440] })).toEqual(['2026-11-19T15:00:00.000Z Dentist'])
  })

  it('come before midnight where a day was written down', () => {
    const day = { allDay: true, start: '2026-11-26', end: '2026-11-27', reminders: [0, 360] }
    expect(on('2026-11-25', day)).toEqual(['2026-11-25T23:00:00.000Z Dentist', '2026-11-25T17:00:00.000Z Dentist'])
    expect(on('2026-11-26', { ...day, zone: 'America/New_York' })).toEqual(['2026-11-26T05:00:00.000Z Dentist'])
    expect(on('2026-11-25', { ...day, zone: 'Pacific/Auckland' })).toEqual([
      '2026-11-25T11:00:00.000Z Dentist',
      '2026-11-25T05:00:00.000Z Dentist',
    ])
  })

  it('come for each occurrence, as it is then', () => {
    const series = {
      rule: 'FREQ=DAILY',
      start: '2026-10-24T09:00:00',
      end: '2026-10-24T10:00:00',
      skipped: ['2026-10-26T09:00:00'],
      changedOnes: [
        {
          at: '2026-10-27T09:00:00',
          content: event({ title: 'Late', start: '2026-10-27T11:00:00', end: '2026-10-27T12:00:00', reminders: [0] }),
        },
      ],
    }
    // Clocks change in the night to the 25th.
    expect(on('2026-10-24 2026-10-28', series).toSorted()).toEqual([
      '2026-10-24T06:50:00.000Z Dentist',
      '2026-10-25T07:50:00.000Z Dentist',
      '2026-10-27T10:00:00.000Z Late',
      '2026-10-28T07:50:00.000Z Dentist',
    ])
  })

  it('are other ones if it moves', () => {
    const window = { from: Date.parse('2026-11-26T00:00Z'), to: Date.parse('2026-11-27T00:00Z') }
    const keyOf = (of: Partial<StoredEvent>) =>
      remindersIn({ actor: ana, own: {} }, { book: 1, event: event(of) }, window).map(({ key }) => key)
    expect(keyOf({ title: 'Tooth', version: 2 })).toEqual(keyOf({}))
    expect(keyOf({})).toEqual([expect.stringMatching(/^[\w-]{22}$/)])
    expect(keyOf({ start: '2026-11-26T16:30:00' })).not.toEqual(keyOf({}))
  })

  it('are those of its owner, and of who asked for their own', () => {
    expect(on('2026-11-26', {}, { actor: leo })).toEqual([])
    expect(on('2026-11-26', {}, { actor: leo, own: { '1-a': [30] } })).toEqual(['2026-11-26T14:30:00.000Z Dentist'])
    // What phones have put on an event of everyone is theirs.
    expect(on('2026-11-26', {}, { book: 0 })).toEqual([])
    expect(on('2026-11-26', {}, { book: 0, own: { '1-a': [5] } })).toEqual(['2026-11-26T14:55:00.000Z Dentist'])
  })

  it('say nothing of a private event to others', () => {
    const window = { from: Date.parse('2026-11-26T00:00Z'), to: Date.parse('2026-11-27T00:00Z') }
    const secret = { book: 1, event: event({ private: true }) }
    expect(remindersIn({ actor: leo, own: { '1-a': [30] } }, secret, window)).toMatchObject([
      { title: '', place: '', busy: true, due: Date.parse('2026-11-26T15:00Z') - 30 * MINUTE_MS },
    ])
  })
})
