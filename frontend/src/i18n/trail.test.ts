import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import i18next from 'i18next'
import { trailOf } from './trail.ts'

describe('a path in words', () => {
  beforeAll(() => i18next.init({ lng: 'ar', resources: {} }))
  afterAll(() => i18next.changeLanguage('en'))

  it('follows the direction of the page, whatever the letters of its names', async () => {
    expect(trailOf(['الرئيسية', 'Photos', 'Mallorca'])).toBe('الرئيسية › \u2068Photos\u2069 › \u2068Mallorca\u2069')
    await i18next.changeLanguage('de')
    expect(trailOf(['Start', 'Photos', 'תמונות'])).toBe('Start › Photos › \u2068תמונות\u2069')
  })
  it('is the name of the root alone there', () => {
    expect(trailOf(['Home'])).toBe('Home')
  })
})
