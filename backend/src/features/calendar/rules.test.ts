import { describe, expect, it } from '@jest/globals'
import { checkRule, endedBefore, movedRule } from './rules.ts'
import { checkTimes } from './times.ts'

const TIMED = { allDay: false, start: '2026-11-26T16:00:00', end: '2026-11-26T17:00:00', zone: 'Europe/Madrid' }
const DAYS = { allDay: true, start: '2026-11-26', end: '2026-11-27', zone: 'Europe/Madrid' }

describe('a rule', () => {
  it.each([
    ['FREQ=DAILY', 'FREQ=DAILY'],
    ['rrule:freq=weekly;byday=mo,we;', 'FREQ=WEEKLY;BYDAY=MO,WE'],
    ['FREQ=MONTHLY;BYDAY=-1FR;INTERVAL=2', 'FREQ=MONTHLY;BYDAY=-1FR;INTERVAL=2'],
    ['FREQ=WEEKLY;UNTIL=20261231', 'FREQ=WEEKLY;UNTIL=20261231T225959Z'],
    ['FREQ=WEEKLY;UNTIL=20261231T160000', 'FREQ=WEEKLY;UNTIL=20261231T150000Z'],
    ['FREQ=YEARLY;COUNT=3', 'FREQ=YEARLY;COUNT=3'],
  ])('%s is %s', (rule, usual) => expect(checkRule(rule, TIMED)).toBe(usual))

  it('of whole days ends with a day', () => {
    expect(checkRule('FREQ=WEEKLY;UNTIL=20261231T225959Z', DAYS)).toBe('FREQ=WEEKLY;UNTIL=20261231')
  })

  it.each([
    '',
    'FREQ=HOURLY',
    'FREQ=SECONDLY;COUNT=3',
    'BYDAY=MO',
    'FREQ=DAILY;FREQ=WEEKLY',
    'FREQ=DAILY;COUNT=0',
    'FREQ=DAILY;COUNT=99999',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;COUNT=2;UNTIL=20270101',
    'FREQ=DAILY;UNTIL=20261301',
    'FREQ=DAILY;UNTIL=20201231',
    'FREQ=DAILY;BYHOUR=1',
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=WEEKLY;BYDAY=',
    'FREQ=DAILY;constructor=1',
    'FREQ=DAILY\r\nEXDATE:20261126',
    `FREQ=YEARLY;BYYEARDAY=${Array.from({ length: 70 }, (_, index) => index + 1).join(',')}`,
  ])('%j is refused', (rule) => expect(() => checkRule(rule, TIMED)).toThrow('how it repeats'))

  it('ends before an occurrence', () => {
    expect(endedBefore('FREQ=WEEKLY;COUNT=9', TIMED, '2026-12-03T16:00:00')).toBe('FREQ=WEEKLY;UNTIL=20261203T145959Z')
    expect(endedBefore('FREQ=WEEKLY', DAYS, '2026-12-03')).toBe('FREQ=WEEKLY;UNTIL=20261202')
  })

  it.each([
    ['FREQ=WEEKLY;BYDAY=TH', 'FREQ=WEEKLY;BYDAY=FR'],
    ['FREQ=WEEKLY;BYDAY=MO,SU', 'FREQ=WEEKLY;BYDAY=TU,MO'],
    ['FREQ=MONTHLY;BYMONTHDAY=26', 'FREQ=MONTHLY;BYMONTHDAY=27'],
    ['FREQ=MONTHLY;BYDAY=4TH', 'FREQ=MONTHLY;BYDAY=4FR'],
    ['FREQ=MONTHLY;BYDAY=-1TH', 'FREQ=MONTHLY;BYDAY=-1FR'],
    ['FREQ=MONTHLY', 'FREQ=MONTHLY'],
    ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1', 'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1'],
  ])('moves with its event: %s becomes %s', (rule, moved) =>
    expect(movedRule(rule, '2026-11-26T16:00:00', '2026-11-27T10:00:00')).toBe(moved),
  )
})

describe('times', () => {
  it('are read in their usual form', () => {
    expect(checkTimes({ ...TIMED, start: '2026-11-26T16:00' }, false).start).toBe('2026-11-26T16:00:00')
  })

  it.each([
    [{ ...TIMED, start: '2026-11-26' }, 'time is missing'],
    [{ ...DAYS, end: '2026-11-27T10:00' }, 'no time'],
    [{ ...TIMED, end: '2026-11-26T15:00' }, 'ends before'],
    [{ ...DAYS, end: '2026-11-26' }, 'ends before'],
    [{ ...TIMED, zone: 'Europe/Atlantis' }, 'no such time zone'],
    [{ ...TIMED, start: '2026-02-30T10:00' }, 'no such day'],
    [{ ...DAYS, start: '1066-10-14', end: '1066-10-15' }, 'the years are'],
    [{ ...DAYS, end: '2028-11-27' }, 'longer than'],
  ])('are refused: %j', (times, why) => expect(() => checkTimes(times, false)).toThrow(why))

  it('of what repeats are short', () => {
    expect(() => checkTimes({ ...DAYS, end: '2027-02-27' }, true)).toThrow('longer than')
  })
})
