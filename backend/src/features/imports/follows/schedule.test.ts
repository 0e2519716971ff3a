import { describe, expect, it } from '@jest/globals'
import { isLasting, pauseAfterFailures, pauseAfterSuccess } from './schedule.ts'

const HOUR = 3_600_000

describe('the next look', () => {
  it('comes after an hour, or soon if there is more', () =>
    expect([false, true].map((isMore) => pauseAfterSuccess({ kind: 'auto' }, isMore))).toEqual([HOUR, HOUR / 6]))

  it('comes after a minute if it is a folder', () =>
    expect(pauseAfterSuccess({ kind: 'folder' }, false)).toBe(HOUR / 60))

  it('comes later with each failure, and once a day at last', () =>
    expect([1, 2, 3, 5, 6, 50].map((failures) => pauseAfterFailures(failures) / HOUR)).toEqual([1, 2, 4, 16, 24, 24]))
})

describe('a failure', () => {
  it.each([
    ['unreachable', { failures: 1, title: null }, false],
    ['unreachable', { failures: 10, title: 'A' }, true],
    ['forbidden', { failures: 1, title: 'A' }, true],
    ['privateAddress', { failures: 1, title: null }, true],
    ['badFeed', { failures: 1, title: null }, true],
    ['badFeed', { failures: 1, title: 'A' }, false],
  ])('%s after %j lasts: %s', (code, so, expected) => expect(isLasting({ code }, so)).toBe(expected))
})
