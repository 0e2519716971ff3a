import { describe, expect, it } from '@jest/globals'
import type { ImportRecord } from '../../../backend/contract/imports.ts'
import { placeAfterStep, progressText, sortImports, timeLeft } from './import-facts.ts'

const record = (id: string, place: number, more: Partial<ImportRecord> = {}) =>
  ({ id, place, state: 'waiting', ended: null, ...more }) as ImportRecord

describe('the progress of an import', () => {
  it('has one decimal, and megabytes of 1,048,576 bytes', () =>
    expect(progressText({ progress: 63.44, downloaded: 2_519_413_760, total: 3_973_787_648 })).toBe(
      '63.4% (2402.7 MB / 3789.7 MB)',
    ))

  it('is nothing of nothing at first', () =>
    expect(progressText({ progress: 0, downloaded: 0, total: 0 })).toBe('0.0% (0.0 MB / 0.0 MB)'))
})

describe('the order of imports', () => {
  it('is by place, and for ended ones by when they ended', () => {
    const ended = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'].map((time) =>
      record(time, 0, { state: 'done', ended: time }),
    )
    expect(sortImports([...ended, record('b', 2), record('a', 1)]).map(({ id }) => id)).toEqual([
      'a',
      'b',
      '2026-01-02T00:00:00Z',
      '2026-01-01T00:00:00Z',
    ])
  })

  it('changes by one step, between the next two or beyond the last', () => {
    const waiting = [record('a', 1), record('b', 2), record('c', 3)]
    expect(placeAfterStep(waiting, 'c', -1)).toBe(1.5)
    expect(placeAfterStep(waiting, 'b', -1)).toBe(0)
    expect(placeAfterStep(waiting, 'b', 1)).toBe(4)
    expect([placeAfterStep(waiting, 'a', -1), placeAfterStep(waiting, 'c', 1)]).toEqual([null, null])
  })
})

describe('the time left', () => {
  it.each([
    [0, 'seconds', 1],
    [59, 'seconds', 59],
    [90, 'minutes', 2],
    [7_200, 'hours', 2],
    [259_200, 'days', 3],
  ])('%d seconds are %s: %d', (seconds, unit, count) => expect(timeLeft(seconds)).toEqual({ unit, count }))

  it('may be unknown', () => expect(timeLeft(null)).toBeNull())
})
