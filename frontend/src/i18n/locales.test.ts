import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { LOCALES } from '../../../backend/contract/locales.ts'
import { readQuickAdd } from '../lib/quick-add/index.ts'

// What else a language needs is held by scripts/check-locales.ts.
interface Read {
  calendar: { quickAddExample: string }
}
const read = (locale: string): Read =>
  JSON.parse(readFileSync(new URL(`./locales/${locale}.json`, import.meta.url), 'utf8')) as Read

describe('the example of a typed event', () => {
  it.each(LOCALES)('is understood in %p', (locale) => {
    const example = read(locale).calendar.quickAddExample
    expect(readQuickAdd(example, new Date(2026, 10, 26, 9))).toMatchObject({
      allDay: false,
      start: expect.stringMatching(/T16:00/),
    })
  })
})
