import { describe, expect, it } from '@jest/globals'
import { chooseLocale } from './locales.ts'

describe('choosing a language', () => {
  it('takes the exact one, then the nearest, then English', () => {
    expect(chooseLocale(['pt-BR', 'en'])).toBe('pt-br')
    expect(chooseLocale(['pt-PT'])).toBe('pt')
    expect(chooseLocale(['zh-Hant-TW'])).toBe('zh-cn')
    expect(chooseLocale(['nb-NO'])).toBe('no')
    expect(chooseLocale(['iw'])).toBe('he')
    expect(chooseLocale(['xx'])).toBe('en')
    expect(chooseLocale([])).toBe('en')
  })

  it('passes over what is no language of the page', () => {
    expect(chooseLocale(['', '*', 'xx', 'es-ES', 'de'])).toBe('es')
  })
})
