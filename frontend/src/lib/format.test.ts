import { describe, expect, it } from '@jest/globals'
import { formatDate, formatList, formatSize, formatUntil } from './format.ts'

describe('sizes', () => {
  it('have base 1024 and two decimals', () => {
    expect(formatSize(0, 'en')).toBe('0 B')
    expect(formatSize(1023, 'en')).toBe('1,023 B')
    expect(formatSize(1024, 'en')).toBe('1.00 KB')
    expect(formatSize(237_035, 'en')).toBe('231.48 KB')
    expect(formatSize(1024 ** 2 - 1, 'en')).toBe('1.00 MB')
    expect(formatSize(3.21 * 1024 ** 3, 'es')).toBe('3,21 GB')
    expect(formatSize(3.21 * 1024 ** 3, 'fr-FR')).toBe('3,21 Go')
    expect(formatSize(512, 'ru')).toBe('512 Б')
    expect(formatSize(5000 * 1024 ** 5, 'en')).toBe('5,000.00 PB')
  })
})

describe('dates', () => {
  const words = { today: (time: string) => `Today, ${time}`, yesterday: (time: string) => `Yesterday, ${time}` }
  const now = new Date(2026, 10, 21, 0, 30)
  const shown = (date: Date, isExact = false) => formatDate(date.toISOString(), 'en-GB', { isExact, now, words })

  it('are told by day where they are near', () => {
    expect(shown(new Date(2026, 10, 21, 0, 12))).toBe('Today, 00:12')
    expect(shown(new Date(2026, 10, 20, 18, 40))).toBe('Yesterday, 18:40')
    expect(shown(new Date(2026, 10, 16, 9, 0))).toBe('16 Nov 2026')
  })

  it('are told in full to those who want it', () => {
    expect(shown(new Date(2026, 10, 21, 0, 12), true)).toBe('21 Nov 2026, 00:12')
  })

  it.each([
    ['en-US', '1:35 AM'],
    ['es-ES', '1:35'],
    ['de-DE', '01:35'],
    ['zh-CN', '01:35'],
  ])('have the time of day as it is written in %s', (locale, time) => {
    const iso = new Date(2026, 10, 21, 1, 35).toISOString()
    const told = formatDate(iso, locale, { isExact: false, now: new Date(2026, 10, 21, 9), words })
    expect(told.replaceAll('\u202f', ' ')).toBe(`Today, ${time}`)
  })

  it('are left out where none is known', () => {
    expect(formatDate('0001-01-01T00:00:00Z', 'en', { isExact: false, now, words })).toBe('')
    expect(formatDate('nonsense', 'en', { isExact: true, now, words })).toBe('')
  })
})

describe('the time that is left', () => {
  const now = new Date('2026-11-21T10:00:00Z')

  it.each([
    ['2026-12-21T09:59:59Z', 'in 30 days'],
    ['2026-11-22T10:00:00Z', 'in 1 day'],
    ['2026-11-21T15:20:00Z', 'in 6 hours'],
    ['2026-11-21T10:59:00Z', ''],
    ['2026-11-20T10:00:00Z', ''],
  ])('until %s is said as "%s"', (iso, words) => expect(formatUntil(iso, 'en', now)).toBe(words))

  it('is said in the language of the page', () =>
    expect(formatUntil('2026-11-24T10:00:00Z', 'es', now)).toBe('dentro de 3 días'))
})

describe('words beside each other', () => {
  it.each([
    ['en-US', 'a, b'],
    ['zh-CN', 'a、b'],
    ['ja', 'a、b'],
    ['ar', 'a، b'],
  ])('are parted as in %s', (locale, words) => expect(formatList(['a', 'b'], locale)).toBe(words))
})
