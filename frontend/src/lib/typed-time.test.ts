import { describe, expect, it } from '@jest/globals'
import { readPart, readSeconds } from './typed-time.ts'

describe('a position in a film', () => {
  it.each([
    ['0', 0],
    ['90', 90],
    ['1:30', 90],
    [' 01:02:03 ', 3723],
    ['10:00:00', 36_000],
  ])('is read: %s', (text, seconds) => expect(readSeconds(text)).toBe(seconds))

  it.each(['', 'x', '-1', '1:60', '1:2:3:4', '1.5', '999999'])('is none: %s', (text) =>
    expect(readSeconds(text)).toBeNull(),
  )
})

describe('a part of a film', () => {
  it('reaches from the beginning or to the end, if nothing is typed', () => {
    expect(readPart({ from: '', to: '1:00' })).toEqual({ from: 0, to: 60 })
    expect(readPart({ from: '1:00', to: ' ' })).toEqual({ from: 60, to: null })
  })

  it('has a length', () => {
    expect(readPart({ from: '1:00', to: '1:00' })).toBeNull()
    expect(readPart({ from: 'x', to: '1:00' })).toBeNull()
    expect(readPart({ from: '1', to: 'x' })).toBeNull()
  })
})
