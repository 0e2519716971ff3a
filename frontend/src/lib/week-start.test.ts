import { describe, expect, it } from '@jest/globals'
import { firstDayOf } from './week-start.ts'

describe('the first day of a week', () => {
  it('is that of the region', () => {
    expect([firstDayOf('en-US', []), firstDayOf('en-GB', []), firstDayOf('de', [])]).toEqual([0, 1, 1])
    expect([firstDayOf('ar-EG', []), firstDayOf('he', []), firstDayOf('pt-BR', [])]).toEqual([6, 0, 0])
  })

  it('is that of the reader’s place, whatever the language', () => {
    expect(firstDayOf('en', ['de-DE', 'en'])).toBe(1)
    expect(firstDayOf('es', ['es', 'en-US'])).toBe(0)
    expect(firstDayOf('en', ['C', 'de-DE'])).toBe(1)
  })

  it('is known without the browser’s help', () => {
    const firstDays = ['en-US', 'ar', 'sv', 'he'].map((tag) => firstDayOf(tag, [], () => undefined))
    expect(firstDays).toEqual([0, 6, 1, 0])
  })
})
